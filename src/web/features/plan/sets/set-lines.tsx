import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_DAY_MAX } from '#contract/limits.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { CheckField, TextField } from '../../../ui/fields.tsx';
import type { SetLine } from './plan-sets.ts';
import type { PickedLine, SetDraft } from './set-draft.ts';
import styles from './set-form.module.css';

interface SetLinesProps {
  form: UseFormReturnType<SetDraft>;
  set: readonly SetLine[];
  unit: ReadingUnit;
}

/** Works and dates apart, each line with its numbers. */
export function SetLines({ form, set, unit }: SetLinesProps) {
  const { t } = useTranslation('planSets');
  const part = (isDated: boolean) => form.values.lines.flatMap((line, index) => (line.isDated === isDated ? [{ line, index }] : []));
  return (['works', 'dates'] as const).map((name) => {
    const lines = part(name === 'dates');
    return (
      lines.length > 0 && (
        <section key={name}>
          <h3>{t(name)}</h3>
          <ul className={styles.lines}>
            {lines.map(({ line, index }) => (
              <SetRow key={line.name} {...{ form, unit, line, index }} note={set.find(({ name }) => name === line.name)?.note} />
            ))}
          </ul>
        </section>
      )
    );
  });
}

interface SetRowProps extends Omit<SetLinesProps, 'set'> {
  line: PickedLine;
  index: number;
  note: SetLine['note'];
}

/** A line; its numbers are shown while it is ticked. */
function SetRow({ form, unit, line, index, note }: SetRowProps) {
  const { t } = useTranslation('planSets');
  const noteId = useId();
  const field = (name: 'distance' | 'months' | 'day', what: string) => ({
    ...form.getInputProps(`lines.${index}.${name}`),
    ...{ label: null, autoComplete: 'off', 'aria-label': `${line.title}: ${what}`, 'aria-details': note && noteId },
  });
  const inputMode = unit === 'h' ? 'decimal' : 'numeric';
  const hasDistance = !line.isDated && unit !== 'year';
  return (
    <li>
      <CheckField {...form.getInputProps(`lines.${index}.isOn`, { type: 'checkbox' })} label={line.title} />
      {line.isOn && (
        <div className={styles.numbers}>
          {line.isDated && <TextField {...field('day', t('fields.day'))} className={styles.day} type="date" max={PLAN_DAY_MAX} />}
          {hasDistance && (
            <span>
              {t('every')}
              <TextField {...field('distance', t(`fields.distance.${unit}`))} className={styles.number} inputMode={inputMode} />
              {t(`units.${unit}`)}
            </span>
          )}
          <span>
            {t(line.isDated ? 'then' : hasDistance ? 'either' : 'every')}
            <TextField {...field('months', t('fields.months'))} className={styles.months} inputMode="numeric" />
            {t('months')}
          </span>
        </div>
      )}
      {note && (
        <p className={styles.soft} id={noteId}>
          {t(`notes.${note}`)}
        </p>
      )}
    </li>
  );
}
