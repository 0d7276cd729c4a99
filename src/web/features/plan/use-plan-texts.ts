import { useTranslation } from 'react-i18next';
import type { PlanLine } from '#contract/plan.ts';
import { DAY } from '#contract/time.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useReading } from '../../i18n/use-reading.ts';

const YEAR = 12;
/** An estimate further away than this is given by the month. */
const NEAR_DAYS = 183;
const DAYS_IN_MONTH = 30.44;
/** What is overdue for longer is given by the day on which it was due. */
const LATE_DAYS = 90;

/** What the lines of a plan say in words. */
export function usePlanTexts(unit: ReadingUnit) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const language = useLanguage();
  const reading = useReading();
  const distance = (value: number): string => reading(value, unit);

  /** An estimate looks like one: near ones by day, others by month. */
  const about = (what: string, on: string | null): string => {
    if (on === null) return what;
    const isNear = Date.parse(on) - Date.now() < NEAR_DAYS * DAY;
    return isNear ? t('when.about', { what, day: day(on) }) : t('when.aboutMonth', { what, month: formatMonth(on.slice(0, 7), language) });
  };

  function byDate({ byDate: due, over, state }: PlanLine): string {
    const days = over.days ?? 0;
    const shown = day(due ?? '');
    if (days > LATE_DAYS) return t('when.lateSince', { day: shown });
    if (days > 0) return t('when.late', { count: days });
    if (days === 0) return t('when.today', { day: shown });
    return state === 'fine' ? t('when.by', { day: shown }) : t('when.left', { day: shown, count: -days });
  }

  function byDistance({ dueReading, forecastOn, over, state }: PlanLine): string {
    const past = over.distance ?? Number.NEGATIVE_INFINITY;
    if (past > 0) return t('when.past', { distance: distance(past) });
    if (past === 0) return t('when.reached', { reading: distance(dueReading ?? 0) });
    const isShort = state !== 'fine' && over.distance !== null;
    return about(isShort ? t('when.in', { distance: distance(-past) }) : t('when.at', { reading: distance(dueReading ?? 0) }), forecastOn);
  }

  return {
    distance,
    /** The rule: «кожні 10 000 км або щороку». */
    every({ everyMonths, everyDays, everyDistance, mode, dueAt }: PlanLine): string {
      const years = everyMonths !== null && everyMonths % YEAR === 0 ? everyMonths / YEAR : null;
      const time =
        years !== null
          ? t('every.years', { count: years })
          : everyMonths !== null
            ? t('every.months', { count: everyMonths })
            : everyDays !== null && t('every.days', { count: everyDays });
      const driven = everyDistance !== null && t('every.distance', { distance: distance(everyDistance) });
      if (!time && !driven) return t(dueAt === null ? 'every.date' : 'every.reading');
      const every = time && driven ? t('every.either', { a: driven, b: time }) : time || driven || '';
      return mode === 'fixed' ? t('every.fixed', { every }) : every;
    },
    /** When it is due, by the rule that comes first; undefined if that is not known. */
    when(line: PlanLine): string | undefined {
      if (line.reason === 'date') return byDate(line);
      if (line.reason === 'distance') return byDistance(line);
      return isOver(line) ? t('when.done', { day: day(line.lastDone?.performedOn ?? '') }) : undefined;
    },
    /** When it is due, without what is relative to today: by the rule that comes first, then by the other one; empty if that is not known. */
    dues({ reason, byDate: on, dueReading, forecastOn }: PlanLine): string[] {
      const dates = on === null ? [] : [day(on)];
      const readings = dueReading === null ? [] : [about(distance(Math.max(0, dueReading)), forecastOn)];
      const [first, second] = reason === 'distance' ? [...readings, ...dates] : [...dates, ...readings];
      return [...(first ? [first] : []), ...(second ? [t('paper.or', { due: second })] : [])];
    },
    /** How long or far after the time before it was done. */
    after({ lastDone }: PlanLine): string | undefined {
      if (!lastDone) return undefined;
      if (lastDone.afterDistance !== null) return t('stamp.distance', { distance: distance(lastDone.afterDistance) });
      if (lastDone.afterDays === null) return undefined;
      const months = Math.round(lastDone.afterDays / DAYS_IN_MONTH);
      return months > 1 ? t('stamp.months', { count: months }) : t('stamp.days', { count: lastDone.afterDays });
    },
  };
}

/** Whether a line that is due once was done. */
export const isOver = (line: PlanLine): boolean =>
  line.lastDone !== null && line.byDate === null && line.dueReading === null && isOnce(line);

export const isOnce = ({ everyMonths, everyDays, everyDistance }: PlanLine): boolean =>
  everyMonths === null && everyDays === null && everyDistance === null;

/** How far the time or the distance of the interval has passed, 0 to 1: the worse of both. Undefined without an interval. */
export function progressOf({ everyMonths, everyDays, everyDistance, over }: PlanLine): number | undefined {
  const interval = everyDays ?? (everyMonths === null ? null : everyMonths * DAYS_IN_MONTH);
  const parts = [
    interval !== null && over.days !== null && 1 + over.days / interval,
    everyDistance !== null && over.distance !== null && 1 + over.distance / everyDistance,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : Math.min(1, Math.max(0, ...parts));
}
