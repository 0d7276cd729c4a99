import { useTranslation } from 'react-i18next';
import { EXTRA, type OccurrenceChoices } from '#contract/plan.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useReading } from '../i18n/use-reading.ts';
import styles from './occurrence-choice.module.css';

interface OccurrenceChoiceProps {
  choices: OccurrenceChoices['choices'];
  unit: ReadingUnit;
  value: string;
  onChange: (occurrence: string) => void;
}

/** Which date of a fixed line of a plan the work closes, or none of them. Needs the texts of `plan`. */
export function OccurrenceChoice({ choices, unit, value, onChange }: OccurrenceChoiceProps) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const reading = useReading();
  const shown = (occurrence: string): string => (occurrence.includes('-') ? day(occurrence) : reading(Number(occurrence), unit));
  const options = [
    ...choices.map(({ occurrence, next }) => ({
      value: occurrence,
      label: t('doneForm.choice', { occurrence: shown(occurrence), next: shown(next) }),
    })),
    { value: EXTRA, label: t('doneForm.extra') },
  ];
  return (
    <fieldset className={styles.choices}>
      <legend>{t('doneForm.which')}</legend>
      <p className={styles.help}>{t('doneForm.whichText')}</p>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name="occurrence"
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
