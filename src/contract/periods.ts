/**
 * Adds calendar months in UTC and keeps the time of day; milliseconds in and out. A day that the target month does not have becomes its
 * last day: 31 January plus one month is the last day of February.
 */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/** The calendar months between two ends of periods that `addMonths` computed from the same start; ISO 8601 UTC. */
export function monthsBetween(from: string, until: string): number {
  const [first, last] = [new Date(from), new Date(until)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}
