import { useTranslation } from 'react-i18next';
import { CallError } from '../api/call-error.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** In place of what could not be loaded: why, and another try. Texts: `admin`. */
export function LoadFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" size="small" onClick={onAgain}>
          {t('again')}
        </Button>
      }
    >
      {errorText(failure?.code ?? 'carsApi.unknownError', failure?.message)}
    </Notice>
  );
}
