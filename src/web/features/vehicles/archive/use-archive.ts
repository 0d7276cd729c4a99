import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { archiveVehicle, restoreVehicle } from '#contract/archive.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { call } from '../../../api/call.ts';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { localYear } from '../../../local-day.ts';
import { showToast } from '../../../ui/toast.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { useVehicleList } from '../vehicles.queries.ts';

/** Archives and restores vehicles, and shows the result. */
export function useArchive() {
  const { t } = useTranslation('vehicles');
  const errorText = useErrorText();
  const format = useFormat();
  const { put, drop } = useVehicleList();
  const client = useQueryClient();
  const requestFor = ({ id }: Vehicle) => ({ params: { vehicleId: id }, query: { year: localYear() } });

  async function restore(vehicle: Vehicle): Promise<void> {
    const name = nameOf(vehicle);
    const result = await call(restoreVehicle, requestFor(vehicle));
    if (result.success) {
      put(result.data);
      showToast({ text: t('archive.restored', { name }) });
      // The button that had the focus is removed: focus the restored vehicle in the list, or on its page.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const ids = [`vehicle-turn-${vehicle.id}`, `vehicle-edit-${vehicle.id}`];
        ids
          .map((id) => document.getElementById(id))
          .find((one) => one !== null)
          ?.focus();
      });
    } else if (result.code === 'carsApi.404') {
      drop(vehicle.id);
      showToast({ text: t('deletedElsewhere'), isFailure: true });
    } else {
      const isEarly = result.code === 'carsApi.restoreEarly' && vehicle.restorableFrom !== null;
      const reason = isEarly
        ? t('archive.from', { moment: format.moment(vehicle.restorableFrom ?? '') })
        : errorText(result.code, result.message);
      showToast({ text: t('archive.notRestored', { name, reason }), isFailure: true });
    }
    await afterVehicleWrite(client, vehicle.id);
  }

  /**
   * Calls `onAnswer` before the result is shown. True if the vehicle has left the list: it is archived, or was deleted elsewhere. The
   * caller removes it from the list.
   */
  async function archive(vehicle: Vehicle, onAnswer: () => void): Promise<boolean> {
    const result = await call(archiveVehicle, requestFor(vehicle));
    onAnswer();
    if (!result.success) {
      const isGone = result.code === 'carsApi.404';
      showToast({ text: isGone ? t('deletedElsewhere') : errorText(result.code, result.message), isFailure: true });
      return isGone;
    }
    const { data } = result;
    showToast({
      text: t('archive.moved', { name: nameOf(vehicle) }),
      ...(data.undoUntil && { action: { label: t('archive.undo'), run: () => void restore(data) } }),
    });
    return true;
  }

  return { archive, restore };
}
