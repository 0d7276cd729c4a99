import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanLine } from '#contract/plan.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './plan.module.css';
import type { usePlanTexts } from './use-plan-texts.ts';

interface PlanStampProps {
  line: PlanLine;
  texts: ReturnType<typeof usePlanTexts>;
}

/** A stamp of what was done, or a dashed place that waits for one. */
export function PlanStamp({ line, texts }: PlanStampProps) {
  const isWaiting = line.state !== 'fine' || line.lastDone === null;
  return isWaiting ? <Place line={line} texts={texts} /> : <Stamp line={line} texts={texts} />;
}

function Place({ line, texts }: PlanStampProps) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const { reason, byDate, dueReading, state } = line;
  const isByDate = reason === 'date' && byDate !== null;
  const word = isByDate ? t(state === 'overdue' ? 'place.was' : 'place.by') : reason === 'distance' ? t('place.at') : '';
  const what = isByDate ? day(byDate) : reason === 'distance' && dueReading !== null ? texts.distance(dueReading) : '–';
  const [start, year] = isByDate ? yearApart(what) : [what, ''];
  return (
    <span className={styles.place} data-state={state} aria-hidden="true">
      <span>
        {word}
        <br />
        {start}
        {year && <br />}
        {year}
      </span>
    </span>
  );
}

/** The day and month of a formatted day, and its year: 14.12 and 2026. */
function yearApart(day: string): [string, string] {
  const cut = Math.max(day.lastIndexOf('.'), day.lastIndexOf(' '));
  return [day.slice(0, cut), day.slice(cut + 1)];
}

/** Around the day stands how far it was from the time before. */
function Stamp({ line, texts }: PlanStampProps) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const ring = useId();
  const done = day(line.lastDone?.performedOn ?? '');
  const after = texts.after(line);
  const label = after ? t('stamp.doneAfter', { day: done, after }) : t('stamp.done', { day: done });
  const [start, year] = yearApart(done);
  return (
    <svg className={styles.stamp} viewBox="0 0 104 104" role="img" aria-label={label}>
      <defs>
        <path id={ring} d="M52 52m-34 0a34 34 0 1 1 68 0a34 34 0 1 1 -68 0" />
      </defs>
      <circle cx="52" cy="52" r="48" strokeWidth="2" />
      <circle cx="52" cy="52" r="28" strokeWidth="1" />
      {after && (
        <text className={styles.ring}>
          <textPath href={`#${ring}`} startOffset="25%">
            {after}
          </textPath>
        </text>
      )}
      <text x="52" y="50">
        {start}
      </text>
      <text x="52" y="65">
        {year}
      </text>
    </svg>
  );
}
