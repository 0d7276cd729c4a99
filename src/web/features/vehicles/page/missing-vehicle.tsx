import { useTranslation } from 'react-i18next';
import type { CallFailure } from '../../../api/call.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PlanLink } from '../plan-link.tsx';

/** Why a vehicle is not shown: it is hidden by the tariff, was deleted, or never was the user's. */
export function MissingVehicle({ code }: Pick<CallFailure, 'code'>) {
  const { t } = useTranslation('vehicles');
  const errorText = useErrorText();
  return (
    <EmptyState
      level={1}
      title={t('page.missing')}
      text={errorText(code)}
      action={
        <>
          <ButtonLink to={paths.service}>{t('page.toBook')}</ButtonLink>
          {code === 'carsApi.hidden' && <PlanLink look="quiet" />}
        </>
      }
    />
  );
}
