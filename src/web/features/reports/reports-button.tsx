import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** For business: opens the dialog for the PDF of several vehicles. */
export function ReportsButton() {
  const { t } = useTranslation('statistics');
  const isBusiness = useOwnTariff() === 'business';
  const [isOpen, setOpen] = useState(false);
  const book = useQuery({ ...vehiclesQuery(), enabled: isOpen });
  const vehicles = book.data?.data.map((vehicle) => ({
    id: vehicle.id,
    brand: vehicle.brand,
    model: vehicle.model,
    vehicleType: vehicle.vehicleType,
    details: `${vehicle.year} · ${vehicle.vin ?? vehicle.hinNumber ?? vehicle.serialNumber ?? ''}`,
  }));
  // An open dialog stays when the tariff ends: it shows the reason.
  if (!isBusiness && !isOpen) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('report.button')}
      </Button>
      <ReportDialog
        vehicles={vehicles}
        pending={
          book.error && !book.isFetching ? (
            <LoadFailure error={book.error} onRetry={() => void book.refetch()} />
          ) : (
            <Skeleton height={48} count={4} />
          )
        }
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
