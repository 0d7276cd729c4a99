/** The start of a day (YYYY-MM-DD) in the local time zone, `plus` days later, as ISO 8601 UTC. */
function startOf(day: string, plus: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + plus).toISOString();
}

/** The times of the days from `from` to `to`, both included, in the local time zone; an empty day is no limit. */
export const dayRange = (from: string, to: string): { from?: string; to?: string } => ({
  ...(from && { from: startOf(from, 0) }),
  ...(to && { to: startOf(to, 1) }),
});
