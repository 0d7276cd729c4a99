import { useTranslation } from 'react-i18next';
import { type Fill, isTooMuchOnFuel, updateFill } from '#contract/fills.ts';
import { call } from '../../../api/call.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useEditableEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';

/** Reasons that an edit of the fill can mend. */
const MENDED_BY_EDITING: ReadonlySet<string> = new Set(['noReading', 'doubtful', 'volumeUnknown']);

interface SavedFillProps {
  fill: Fill;
  onChanged: (fill: Fill) => void;
}

/** What the fill saved last has shown: its consumption with its stretch, or why it has none, with what mends that. */
export function SavedFill({ fill, onChanged }: SavedFillProps) {
  const { vehicle, unit, editing } = useEditableEntries();
  const { t } = useTranslation(['entryForms', 'entries']);
  const errorText = useErrorText();
  const format = useFormat();
  const reading = useReading();
  const { consumption, consumptionReason, distanceOnFuel } = fill;
  const mend = (
    <Button look="quiet" size="small" onClick={() => editing.actions.edit({ ...fill, kind: 'fill' })}>
      {t('mend')}
    </Button>
  );
  if (consumption) {
    const value = t(`entries:consumption.${consumption.unit}`, { value: format.number(consumption.value) });
    const stretch = { distance: reading(consumption.distance, unit), day: format.day(consumption.since) };
    return (
      <>
        <span className={styles.figure}>
          {consumption.isApproximate && '≈ '}
          {value}
        </span>
        <span>{t('stretch', stretch)}</span>
        {distanceOnFuel !== null && isTooMuchOnFuel(distanceOnFuel, consumption.distance) && (
          <>
            <span>{t('tooMuchOnFuel', { onFuel: reading(distanceOnFuel, unit), distance: stretch.distance })}</span>
            {mend}
          </>
        )}
      </>
    );
  }
  async function makeFull() {
    const result = await call(updateFill, { params: { vehicleId: vehicle.id, fillId: fill.id }, body: { isFull: true } });
    if (result.success) onChanged(result.data);
    else showToast({ text: errorText(result.code, result.message), isFailure: true });
  }
  return (
    <>
      <span>{t('savedWithout', { reason: t(`because.${consumptionReason ?? 'first'}`) })}</span>
      {consumptionReason === 'notFull' && (
        <Button look="quiet" size="small" onClick={() => void makeFull()}>
          {t('wasFull')}
        </Button>
      )}
      {consumptionReason && MENDED_BY_EDITING.has(consumptionReason) && mend}
    </>
  );
}
