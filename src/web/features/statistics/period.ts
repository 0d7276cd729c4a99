import type { MonthCost, StatisticsPeriod, YearCost } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Bar } from '../../ui/bar-chart.tsx';

export const PERIODS = ['months', 'year', 'lastYear', 'all', 'range'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** A period as the reader chose it, with its days. */
export interface ShownPeriod extends StatisticsPeriod {
  name: PeriodName;
}

/** What the components of the statistics need besides the figures. */
export interface Shown {
  period: StatisticsPeriod;
  today: string;
  currency: Currency;
}

const MONTHS = 12;
/** More bars do not fit a phone. */
const MONTH_BARS_MAX = 36;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const fourDigits = (value: number): string => String(value).padStart(4, '0');

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

/** Number of a month (YYYY-MM) since year 0, and back. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * MONTHS + Number(month.slice(5, 7)) - 1;
const monthOf = (number: number): string => `${fourDigits(Math.floor(number / MONTHS))}-${twoDigits((number % MONTHS) + 1)}`;

/** True if the days can be asked for; one of them may be missing, but not both. */
export const isRange = (from: string, to: string): boolean =>
  (from !== '' || to !== '') && [from, to].every((day) => day === '' || isDay(day)) && (from === '' || to === '' || from <= to);

/** A range as the value of `period` in the URL. */
export const rangeValue = (from: string, to: string): string => `${from}_${to}`;

export const yearDays = (year: number): { from: string; to: string } => ({
  from: `${fourDigits(year)}-01-01`,
  to: `${fourDigits(year)}-12-31`,
});

/** Reads `period` of the URL: `year`, `lastYear`, `all`, a range `2026-01-01_2026-06-30`, and otherwise the last 12 months up to the current one. */
export function periodOf(value: string | null, today: string): ShownPeriod {
  const year = Number(today.slice(0, 4));
  if (value === 'year') return { name: value, ...yearDays(year) };
  if (value === 'lastYear') return { name: value, ...yearDays(year - 1) };
  if (value === 'all') return { name: 'all' };
  const [from = '', to = '', ...rest] = (value ?? '').split('_');
  if (value?.includes('_') && rest.length === 0 && isRange(from, to))
    return { name: 'range', ...(from !== '' && { from }), ...(to !== '' && { to }) };
  return { name: 'months', from: `${monthOf(numberOf(today) - MONTHS + 1)}-01` };
}

export interface Series {
  span: 'month' | 'year';
  /** Oldest first, with empty months or years. */
  bars: Bar[];
}

/** Months and years with a value, oldest first. */
interface Spans {
  months: readonly Bar[];
  years: readonly Bar[];
}

/** The months of the period, or the years with values if there are too many months. */
export function seriesOf({ months, years }: Spans, { from, to }: StatisticsPeriod, today: string): Series {
  const last = months.at(-1)?.when ?? today;
  const end = Math.max(numberOf(to ?? today), to === undefined ? numberOf(last) : 0);
  const start = Math.min(numberOf(from ?? months[0]?.when ?? today), end);
  if (end - start >= MONTH_BARS_MAX) return { span: 'year', bars: yearBars(years) };
  const byMonth = new Map(months.map((month) => [month.when, month]));
  const bars = Array.from({ length: end - start + 1 }, (_, index) => {
    const when = monthOf(start + index);
    return byMonth.get(when) ?? { when, value: 0 };
  });
  return { span: 'month', bars };
}

function yearBars(years: readonly Bar[]): Bar[] {
  const first = Number(years[0]?.when ?? 0);
  const byYear = new Map(years.map((year) => [Number(year.when), year]));
  return Array.from(
    { length: Number(years.at(-1)?.when ?? first) - first + 1 },
    (_, index) => byYear.get(first + index) ?? { when: String(first + index), value: 0 },
  );
}

/** The costs of months and years as bars; those of incomplete years are paler. */
export const costSpans = ({ months, years }: { months: readonly MonthCost[]; years: readonly YearCost[] }): Spans => ({
  months: months.map(({ month, cost }) => ({ when: month, value: cost })),
  years: years.map(({ year, cost, since, until }) => ({ when: String(year), value: cost, isPartial: Boolean(since || until) })),
});

/** More texts below the bars do not fit a phone. */
const TICKS_MAX = 12;
const YEAR_TICKS_MAX = 7;

/**
 * What is written below a bar: the number of its month, and below January the year; if there are too many months only the years, if there
 * are too many years only some of them.
 */
export function tickOf(bars: readonly Bar[]): (when: string, index: number) => string {
  if (bars[0]?.when.length === 4) {
    const step = Math.ceil(bars.length / YEAR_TICKS_MAX);
    return (year, index) => ((bars.length - 1 - index) % step === 0 ? year : '');
  }
  return (month) => {
    const texts = [bars.length <= TICKS_MAX && String(Number(month.slice(5))), month.endsWith('-01') && month.slice(0, 4)];
    return texts.filter(Boolean).join('\n');
  };
}
