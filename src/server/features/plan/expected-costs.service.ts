import type { Currency } from '#contract/tariffs.ts';
import { dayNumber } from '#contract/time.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { MeasuredVehicle } from '../entries/collected.service.ts';
import type { StampRow } from '../entries/stamps.service.ts';
import { plusMonths } from './days.rules.ts';
import { duesUntil } from './occurrences.rules.ts';
import { dateClosing, dateRule } from './plan.rules.ts';
import { type PlannedLine, plannedLines } from './plan-lists.service.ts';
import type { ReadingRepos } from './plan-readings.service.ts';

export type { ReadingRepos } from './plan-readings.service.ts';

/** What the plan of a vehicle costs in 12 months, in cents, and the entries that were paid for the same lines before, each once. */
export interface ExpectedCosts {
  cost: number;
  paid: StampRow[];
}

const YEAR = 12;

/**
 * What the plans of vehicles cost in the 12 months from `today`: the lines that are due on fixed days, with their expected cost, or what
 * the last entry that stamps them cost. Lines without either in that currency, and vehicles without such lines, are missing.
 */
export async function expectedCostsOf(
  repos: ReadingRepos,
  vehicles: readonly MeasuredVehicle[],
  { today, currency }: { today: string; currency: Currency },
): Promise<Map<AuthorizedVehicleId, ExpectedCosts>> {
  const expected = new Map<AuthorizedVehicleId, ExpectedCosts>();
  for (const [id, lines] of await plannedLines(repos, vehicles, today)) {
    const priced = lines.flatMap((line) => {
      const paid = line.stamped.flatMap(({ entry }) => (entry?.amount && entry.amount > 0 && entry.currency === currency ? [entry] : []));
      const price = priceOf(line, paid, currency);
      return price === undefined ? [] : [{ paid, cost: price * timesDue(line, today) }];
    });
    const paid = new Map(priced.flatMap((line) => line.paid).map((entry) => [entry.id, entry]));
    const cost = priced.reduce((sum, line) => sum + line.cost, 0);
    if (priced.length > 0) expected.set(id, { cost, paid: [...paid.values()] });
  }
  return expected;
}

function priceOf({ row, rules }: PlannedLine, paid: readonly StampRow[], currency: Currency): number | undefined {
  const rule = dateRule(rules);
  if (!rule || (rule.add && !rule.isFixed)) return undefined;
  if (row.expected_cost !== null && row.currency === currency) return row.expected_cost;
  return paid.toSorted((a, b) => (a.performedOn < b.performedOn ? 1 : -1))[0]?.amount ?? undefined;
}

/** Rounds that were missed do not pile up; a single date that has passed is still to be paid. */
function timesDue({ rules, completions }: PlannedLine, today: string): number {
  const rule = dateRule(rules);
  if (!rule) return 0;
  const start = dayNumber(today);
  const dues = duesUntil(rule, completions.map(dateClosing), plusMonths(start, YEAR));
  return rule.add ? dues.filter((due) => due >= start).length : dues.length;
}
