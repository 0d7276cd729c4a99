import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getVehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { CallError, unwrap } from '../../api/call-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlanLink } from './plan-link.tsx';
import { VehicleSkeleton } from './vehicle-states.tsx';

/** Why the vehicle is not in the list: it is hidden by the tariff, was deleted, or never was the user's. */
const reasonQuery = (vehicleId: number) =>
  queryOptions({
    queryKey: ['vehicles', 'missing', vehicleId],
    queryFn: async ({ signal }) => (await unwrap(call(getVehicle, { params: { vehicleId }, signal }))).data,
    retry: false,
  });

export function MissingVehicle({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation('vehicles');
  const errorText = useErrorText();
  const { error, isPending } = useQuery(reasonQuery(vehicleId));
  if (isPending) return <VehicleSkeleton />;
  const code = error instanceof CallError ? error.failure.code : 'carsApi.404';
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
