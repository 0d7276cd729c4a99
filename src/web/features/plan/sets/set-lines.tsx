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

function SetRow({ form, unit, line, index, note }: SetRowProps) {
  const { t } = useTranslation('planSets');
  const noteId = useId();
  /** Typing into a line ticks it. */
  const field = (name: 'distance' | 'months' | 'day') => {
    const { onChange, ...props } = form.getInputProps(`lines.${index}.${name}`);
    return {
      ...props,
      ...{ label: null, autoComplete: 'off', 'aria-describedby': note && noteId },
      onChange: (event: unknown) => {
        onChange(event);
        form.setFieldValue(`lines.${index}.isOn`, true);
      },
    };
  };
  const labelOf = (what: string): string => `${line.title}: ${what}`;
  return (
    <li>
      <CheckField {...form.getInputProps(`lines.${index}.isOn`, { type: 'checkbox' })} label={line.title} />
      <div className={styles.numbers}>
        {line.isDated && (
          <TextField {...field('day')} className={styles.day} type="date" max={PLAN_DAY_MAX} aria-label={labelOf(t('fields.day'))} />
        )}
        <span>{t(line.isDated ? 'then' : 'every')}</span>
        {!line.isDated && unit !== 'year' && (
          <>
            <TextField
              {...field('distance')}
              className={styles.number}
              inputMode={unit === 'h' ? 'decimal' : 'numeric'}
              aria-label={labelOf(t(`fields.distance.${unit}`))}
            />
            <span>
              {t(`units.${unit}`)} {t('either')}
            </span>
          </>
        )}
        <TextField {...field('months')} className={styles.tiny} inputMode="numeric" aria-label={labelOf(t('fields.months'))} />
        <span>{t('months')}</span>
      </div>
      {note && (
        <p className={styles.soft} id={noteId}>
          {t(`notes.${note}`)}
        </p>
      )}
    </li>
  );
}
