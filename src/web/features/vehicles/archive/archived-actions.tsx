import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vehicle } from '#contract/vehicles.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { nameOf } from '../../../vehicle-name.ts';
import styles from '../page/vehicle-details.module.css';
import { useArchive } from './use-archive.ts';

const isAhead = (time: string | null): time is string => time !== null && Date.now() < Date.parse(time);

/** The button that restores an archived vehicle, further buttons, and when the vehicle can be restored. */
export function ArchivedActions({ vehicle, children }: { vehicle: Vehicle; children: ReactNode }) {
  const { t } = useTranslation('vehicles');
  const format = useFormat();
  const { restore } = useArchive();
  const { isSending, submit } = useSubmit();
  const textId = useId();
  const { undoUntil, restorableFrom } = vehicle;
  const canUndo = isAhead(undoUntil);
  const isEarly = !canUndo && isAhead(restorableFrom);

  return (
    <>
      <div className={styles.actions}>
        <Button
          look="plain"
          icon="back"
          isBusy={isSending}
          isPaused={isEarly}
          aria-label={t('archive.restoreOf', { name: nameOf(vehicle) })}
          aria-describedby={textId}
          onClick={() => void submit(() => restore(vehicle))}
        >
          {t('archive.restore')}
        </Button>
        {children}
      </div>
      <p id={textId} className={styles.when}>
        {canUndo && t('archive.until', { moment: format.moment(undoUntil) })}
        {isEarly && t('archive.from', { moment: format.moment(restorableFrom) })}
        {!canUndo && !isEarly && t('archive.room')}
      </p>
    </>
  );
}
