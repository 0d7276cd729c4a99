import type { MonthShare } from '#contract/revenue.ts';

/** The share of a month, from 0 to 1; undefined while the month is still open, and if there is nothing to divide by. */
export const shareOf = ({ of, counted, is_final }: MonthShare): number | undefined => (is_final && of > 0 ? counted / of : undefined);

/** The share of all months that are not open any more. */
export function totalShare(months: readonly MonthShare[]): number | undefined {
  const closed = months.filter(({ is_final }) => is_final);
  const sum = (field: 'of' | 'counted'): number => closed.reduce((total, month) => total + month[field], 0);
  return shareOf({ month: '', of: sum('of'), counted: sum('counted'), is_final: true });
}

/** The periods that were not continued. */
export const lostOf = ({ of, counted, ...month }: MonthShare): MonthShare => ({ ...month, of, counted: of - counted });
