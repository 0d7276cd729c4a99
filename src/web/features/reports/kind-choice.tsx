import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTRY_KINDS, type EntryKindName } from '#contract/entry-kinds.ts';
import { hasEngine } from '#contract/vehicle-types.ts';
import { CheckField } from '../../ui/fields.tsx';
import styles from './report.module.css';
import type { ReportVehicle } from './vehicle-choice.tsx';

interface KindChoiceProps {
  kinds: readonly EntryKindName[];
  chosen: readonly EntryKindName[];
  onChange: (chosen: readonly EntryKindName[]) => void;
}

/** The kinds of entries that one of the vehicles can have: a bicycle has neither fuel nor readings. */
export const kindsOf = (vehicles: readonly Pick<ReportVehicle, 'vehicleType'>[]): readonly EntryKindName[] =>
  vehicles.some(({ vehicleType }) => hasEngine(vehicleType)) ? ENTRY_KINDS : ['work', 'cost'];

/** Checkboxes of the kinds of entries in the report. */
export function KindChoice({ kinds, chosen, onChange }: KindChoiceProps) {
  const { t } = useTranslation(['statistics', 'entries']);
  const helpId = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={helpId}>
      <legend>{t('report.kinds')}</legend>
      <div className={styles.kinds}>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={t(`entries:kind.${kind}`)}
            checked={chosen.includes(kind)}
            onChange={({ currentTarget: { checked: isChosen } }) =>
              onChange(kinds.filter((one) => (one === kind ? isChosen : chosen.includes(one))))
            }
          />
        ))}
      </div>
      <p id={helpId} className={styles.chosen} role="status" data-wrong={chosen.length === 0 || undefined}>
        {t(chosen.length === 0 ? 'report.noKinds' : 'report.kindsHelp')}
      </p>
    </fieldset>
  );
}
