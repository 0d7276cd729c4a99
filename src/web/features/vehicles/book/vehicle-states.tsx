import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Stands for the page of a vehicle until it has loaded. */
export function VehicleSkeleton() {
  const { t } = useTranslation('vehicles');
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <Skeleton height={130} count={1} />
      <Skeleton height={53} count={8} />
    </div>
  );
}

export function VehicleFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation(['vehicles', 'shell']);
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" onClick={onAgain}>
          {t('shell:again')}
        </Button>
      }
    >
      <b>{t('failed.title')}</b> {errorText(failure?.code ?? 'carsApi.unknownError', failure?.message)}
    </Notice>
  );
}
