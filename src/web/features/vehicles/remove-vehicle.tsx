import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeVehicle, type Vehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { nameOf } from './vehicle-name.ts';
import { useVehicleList } from './vehicles.queries.ts';

interface RemoveVehicleProps {
  vehicle: Vehicle;
  isAsking: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** Text key for what is deleted with the vehicle. */
function consequenceOf({ recordCount, note }: Vehicle) {
  if (recordCount > 0) return note === null ? 'records' : 'recordsAndNote';
  return note === null ? 'photo' : 'note';
}

/** Asks for confirmation, naming the vehicle and what is deleted with it. A vehicle that no longer exists counts as deleted. */
export function RemoveVehicle({ vehicle, isAsking, onClose, onRemoved }: RemoveVehicleProps) {
  const { t } = useTranslation('vehicles');
  const errorText = useErrorText();
  const { drop, reload } = useVehicleList();
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(vehicle);

  async function remove() {
    setBusy(true);
    const result = await call(removeVehicle, { params: { vehicleId: vehicle.id } });
    setBusy(false);
    onClose();
    if (!result.success && result.code !== 'carsApi.404') {
      showToast({ text: errorText(result.code, result.message), isFailure: true });
      return;
    }
    const done = vehicle.recordCount > 0 ? 'doneWithRecords' : 'done';
    showToast({ text: result.success ? t(`remove.${done}`, { name }) : t('deletedElsewhere') });
    onRemoved();
    drop(vehicle.id);
    await reload();
  }

  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('remove.title', { name })}
      confirmText={t('remove.confirm', { name })}
      busyText={t('remove.busy')}
      cancelText={t('remove.keep')}
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    >
      {t(`remove.${consequenceOf(vehicle)}`, { count: vehicle.recordCount })}
    </ConfirmDialog>
  );
}
