import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseNumber } from '#contract/numbers.ts';
import { readingRule } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { entryPath } from '../../../vehicle-paths.ts';
import { useVehicleEntries } from '../entries-context.ts';
import { entryKey } from '../entry.ts';
import { counterOf } from '../kind-texts.ts';
import styles from './reading-question.module.css';
import type { ConfirmedDoubt, TypedDoubt } from './use-entry-sending.ts';

interface ReadingQuestionProps {
  doubt: TypedDoubt;
  onCorrect: (field: 'performedOn' | 'reading' | 'oldReading') => void;
  onConfirm: (confirmed: ConfirmedDoubt) => void;
  /** Without it, the answer “odometer replaced” says how to record that. */
  onReplaced?: (() => void) | undefined;
}

/** The server's question about a doubtful reading or date. Takes the focus with the answer that changes nothing. */
export function ReadingQuestion({ doubt, onCorrect, onConfirm, onReplaced }: ReadingQuestionProps) {
  const { t } = useTranslation('records');
  const { vehicle, unit } = useVehicleEntries();
  const { sentences, other } = useSentences(doubt, unit, vehicle.year);
  const correct = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    // All answers, not only the focused one.
    correct.current?.parentElement?.scrollIntoView({ block: 'nearest' });
    correct.current?.focus({ preventScroll: true });
  }, []);
  const [isExplained, setExplained] = useState(false);
  const isOfDay = doubt.reasons.includes('beforeYear') && Number(doubt.performedOn.slice(0, 4)) < vehicle.year;
  const isOfOld = doubt.isReset && doubt.before !== null && doubt.oldReading?.trim();
  const isReplaceable = doubt.reasons.includes('lower') && doubt.before !== null && !doubt.isReset;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are no fields of the form
    <div role="group" className={styles.question} aria-labelledby={id}>
      <p id={id}>{sentences.join(' ')}</p>
      <Button
        ref={correct}
        look="quiet"
        size="small"
        aria-describedby={id}
        onClick={() => onCorrect(isOfDay ? 'performedOn' : isOfOld ? 'oldReading' : 'reading')}
      >
        {t('doubt.correct')}
      </Button>
      {other && (
        <Button look="quiet" size="small" onClick={() => onConfirm({ ...doubt, next: entryPath(vehicle.id, entryKey(other)) })}>
          {t('doubt.there')}
        </Button>
      )}
      {isReplaceable && (
        <Button
          look="quiet"
          size="small"
          aria-expanded={onReplaced ? undefined : isExplained}
          onClick={onReplaced ?? (() => setExplained(true))}
        >
          {t(`doubt.replaced.${counterOf(unit)}`)}
        </Button>
      )}
      <Button look="quiet" size="small" onClick={() => onConfirm(doubt)}>
        {t('doubt.right')}
      </Button>
      {isExplained && <p className={styles.hint}>{t(`doubt.howReplaced.${counterOf(unit)}`)}</p>}
    </div>
  );
}

/** What is doubtful, and the other entry that is named first. */
function useSentences({ reasons, before, after, ...typed }: TypedDoubt, unit: ReadingUnit, year: number) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const reading = useReading();
  const parsed = parseNumber(typed.reading, readingRule(unit));
  const value = parsed.ok ? parsed.value : 0;
  // What the old odometer showed last follows the reading before it.
  const old = typed.isReset ? parseNumber(typed.oldReading ?? '', readingRule(unit)) : undefined;
  const earlier = old?.ok ? old.value : value;
  // Rounded to hide binary fraction errors.
  const amount = (from: number, to: number) => reading(Math.round(Math.abs(from - to) * 10) / 10, unit);
  // Going back is named first.
  const neighbour = {
    lower: before && earlier < before.reading ? before : after,
    higher: after && value > after.reading ? after : before,
  };
  const sentences = reasons.map((reason) => {
    if (reason === 'beforeYear')
      return t(`doubt.beforeYear.${Number(typed.performedOn.slice(0, 4)) < year ? 'performedOn' : 'reading'}`, { year });
    const other = neighbour[reason];
    const told = other && { amount: amount(other === before ? earlier : value, other.reading), day: format.day(other.performedOn) };
    return told ? t(`doubt.${reason}`, told) : '';
  });
  const [other] = reasons.flatMap((reason) => (reason === 'beforeYear' ? [] : (neighbour[reason] ?? [])));
  return { sentences, other };
}
