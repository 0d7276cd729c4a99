import type { Forecast } from '#contract/statistics.ts';
import type { MonthRow } from '../entries/collected.service.ts';
import type { ExpectedCosts } from '../plan/expected-costs.service.ts';
import { isSpent, MONTHS_PER_YEAR, monthNumber } from './statistics.rules.ts';

/** Whole months before today that the irregular costs of the forecast are computed from. */
const FORECAST_MONTHS_MAX = 36;
const FORECAST_MONTHS_MIN = 6;

/**
 * The expected costs of the next 12 months: those of the plans (`planned`, by vehicle), and without what was paid for the same lines before:
 * irregular costs are 12 times the mean of the last 36 whole months before today, energy that of the last 12, both at most since the first
 * cost of the vehicle, whose own month is incomplete and does not count; standing costs are those of the last 12 whole months. Vehicles with
 * fewer than 6 such months are left out; null if none has enough. Each number is rounded to two digits, so that it looks like an estimate.
 */
export function forecastOf(allMonths: readonly MonthRow[], today: string, planned: ReadonlyMap<number, ExpectedCosts>): Forecast | null {
  const byVehicle = [...Map.groupBy(allMonths.filter(isSpent), ({ vehicleId }) => vehicleId)];
  const forecasts = byVehicle.flatMap(([vehicleId, months]) => forecastOfOne(months, today, planned.get(vehicleId)) ?? []);
  if (forecasts.length === 0) return null;
  const sumIn = (part: keyof Expected): number => forecasts.reduce((sum, forecast) => sum + forecast[part], 0);
  const [byPlan, energy, irregular, standing] = [sumIn('planned'), sumIn('energy'), sumIn('irregular'), sumIn('standing')];
  const about = (cents: number): number => Number((cents / 100).toPrecision(2));
  return {
    total: about(byPlan + energy + irregular + standing),
    ...{ planned: about(byPlan), energy: about(energy), irregular: about(irregular), standing: about(standing) },
  };
}

/** In cents. */
type Expected = Omit<Forecast, 'total'>;

function forecastOfOne(months: readonly MonthRow[], today: string, planned?: ExpectedCosts): Expected | undefined {
  const end = monthNumber(today);
  const first = Math.min(...months.map(({ month }) => monthNumber(month)));
  const start = Math.max(first + 1, end - FORECAST_MONTHS_MAX);
  if (end - start < FORECAST_MONTHS_MIN) return undefined;
  const paid = (planned?.paid ?? []).map(({ performedOn, group, amount }) => ({ month: performedOn, group, cost: -(amount ?? 0) }));
  const costs: Pick<MonthRow, 'month' | 'group' | 'cost'>[] = [...months, ...paid].filter(isSpent);
  const costSince = (from: number, isCounted: (row: Pick<MonthRow, 'group'>) => boolean): number =>
    costs
      .filter((row) => isCounted(row) && monthNumber(row.month) >= from && monthNumber(row.month) < end)
      .reduce((sum, { cost }) => sum + cost, 0);
  const lastYear = Math.max(first + 1, end - MONTHS_PER_YEAR);
  return {
    planned: planned?.cost ?? 0,
    energy: (MONTHS_PER_YEAR * costSince(lastYear, ({ group }) => group === 'energy')) / (end - lastYear),
    irregular: (MONTHS_PER_YEAR * costSince(start, ({ group }) => group !== 'energy' && group !== 'standing')) / (end - start),
    standing: costSince(end - MONTHS_PER_YEAR, ({ group }) => group === 'standing'),
  };
}
