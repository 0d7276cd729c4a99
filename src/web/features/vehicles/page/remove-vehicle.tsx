import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeVehicle, type Vehicle } from '#contract/vehicles.ts';
import { call } from '../../../api/call.ts';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { vehiclesQuery } from '../../../api/vehicles.queries.ts';
import { useHasDraft, vehicleDraftsKey } from '../../../forms/drafts.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { useArchive } from '../archive/use-archive.ts';
import styles from '../book/vehicles.module.css';
import { useVehicleList } from '../vehicles.queries.ts';

export type Leaving = 'remove' | 'archive';

interface RemoveVehicleProps {
  vehicle: Vehicle;
  /** Which of the two is asked about; null closes the question. */
  asksTo: Leaving | null;
  onClose: () => void;
  onRemoved: () => void;
}

/** Text key for what is deleted with the vehicle. */
function consequenceOf({ entryCount, note }: Vehicle) {
  if (entryCount > 0) return note === null ? 'records' : 'recordsAndNote';
  return note === null ? 'photo' : 'note';
}

/**
 * Asks for confirmation before a vehicle is archived or deleted. Before it is deleted, names what is deleted with it, and offers the
 * archive instead. A vehicle that no longer exists counts as deleted.
 */
export function RemoveVehicle({ vehicle, asksTo, onClose, onRemoved }: RemoveVehicleProps) {
  const { t } = useTranslation('vehicles');
  const errorText = useErrorText();
  const { drop } = useVehicleList();
  const { archive } = useArchive();
  const client = useQueryClient();
  const reload = () => afterVehicleWrite(client, vehicle.id);
  const hasDraft = useHasDraft(vehicleDraftsKey(vehicle.id));
  const [busy, setBusy] = useState<Leaving>();
  const name = nameOf(vehicle);
  /** A hidden vehicle takes the place of an archived one, so that the archiving cannot be undone. */
  const isFinal = (client.getQueryData(vehiclesQuery().queryKey)?.hidden ?? 0) > 0;

  function leave() {
    onRemoved();
    drop(vehicle.id);
    return reload();
  }
  async function moveToArchive() {
    setBusy('archive');
    const isGone = await archive(vehicle, () => {
      setBusy(undefined);
      onClose();
    });
    await (isGone ? leave() : reload());
  }
  async function remove() {
    setBusy('remove');
    const result = await call(removeVehicle, { params: { vehicleId: vehicle.id } });
    setBusy(undefined);
    onClose();
    if (!result.success && result.code !== 'carsApi.404') {
      showToast({ text: errorText(result.code, result.message), isFailure: true });
      await reload();
      return;
    }
    const done = vehicle.entryCount > 0 ? 'doneWithRecords' : 'done';
    showToast({ text: result.success ? t(`remove.${done}`, { name }) : t('deletedElsewhere') });
    await leave();
  }

  const aboutArchive = (
    <>
      {t('archive.offer')} {t(isFinal ? 'archive.final' : 'archive.undoable')} {hasDraft && t('archive.draft')}
    </>
  );
  if (asksTo === 'archive')
    return (
      <ConfirmDialog
        isOpen
        title={t('archive.ask', { name })}
        confirmText={t('archive.move')}
        confirmLook="filled"
        cancelText={t('remove.keep')}
        isBusy={busy === 'archive'}
        onConfirm={moveToArchive}
        onClose={onClose}
      >
        <p>{aboutArchive}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      isOpen={asksTo === 'remove'}
      title={t('remove.title', { name })}
      confirmText={t('remove.confirm', { name })}
      busyText={t('remove.busy')}
      cancelText={t('remove.keep')}
      isBusy={busy === 'remove'}
      isPaused={busy === 'archive'}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(`remove.${consequenceOf(vehicle)}`, { count: vehicle.entryCount })}</p>
      {vehicle.archivedAt === null && (
        <div className={styles.archiveOffer}>
          <Notice
            tone="info"
            icon="archive"
            action={
              <Button look="quiet" isBusy={busy === 'archive'} isPaused={busy === 'remove'} onClick={moveToArchive}>
                {t('archive.move')}
              </Button>
            }
          >
            <b>{t('archive.question')}</b> {aboutArchive}
          </Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
