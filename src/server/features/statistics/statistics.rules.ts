import { fromCents } from '#contract/money.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { ComparedVehicle, Sum, YearChange } from '#contract/statistics.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit, VehicleType } from '#contract/vehicle-types.ts';
import type { Days, MonthRow } from '../entries/collected.service.ts';
import type { Cents } from '../entries/groups.rules.ts';

/** From the lowest to the highest reading, in tenths; null with fewer than two different readings. */
export function distanceOf(months: readonly MonthRow[]): number | null {
  const lowest = Math.min(...months.flatMap((month) => month.lowest ?? []));
  const highest = Math.max(...months.flatMap((month) => month.highest ?? []));
  return lowest < highest ? highest - lowest : null;
}

/**
 * How far the highest reading so far grew in each month, in tenths, so that a lower reading never counts as negative. `first` is the
 * first reading of all. Null for a month without readings, and for one that has only the first reading.
 */
export function growthOf(months: readonly MonthRow[], first: number | undefined): (number | null)[] {
  let highest: number | undefined;
  return months.map((month) => {
    if (first === undefined || month.highest === null) return null;
    const isOnlyFirst = highest === undefined && month.readings === 1;
    const before = highest ?? first;
    highest = Math.max(before, month.highest);
    return isOnlyFirst ? null : highest - before;
  });
}

export const toSum = ({ records, cost }: Cents): Sum => ({ records, cost: fromCents(cost) });
export const inUnits = (tenths: number | null): number | null => (tenths === null ? null : tenths / TENTHS);

/** Money per unit of distance, from cents and tenths. */
export const costPerUnitOf = (cost: number, distance: number | null): number | null =>
  distance === null ? null : rounded(fromCents(cost) / (distance / TENTHS));

/** Four decimals, for ratios and costs per unit. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export function sumOf(parts: readonly Cents[]): Cents {
  return parts.reduce((sum, { records, cost }) => ({ records: sum.records + records, cost: sum.cost + cost }), { records: 0, cost: 0 });
}

/** The months of several vehicles together, oldest first; they have no distance, because units can differ. */
export function monthsOfAll(rows: readonly MonthRow[]): (Cents & { month: string; distance: null })[] {
  const months = [...Map.groupBy(rows, ({ month }) => month)];
  return months.map(([month, same]) => ({ month, ...sumOf(same), distance: null })).sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** Sums by year, in the order of the months; the distance of a year without distances is null. */
export function yearsOf(
  months: readonly (Cents & { month: string; distance: number | null })[],
): (Cents & { year: number; distance: number | null })[] {
  const years = Map.groupBy(months, ({ month }) => Number(month.slice(0, 4)));
  return [...years].map(([year, ofYear]) => {
    const distances = ofYear.flatMap(({ distance }) => distance ?? []);
    return { year, ...sumOf(ofYear), distance: distances.length > 0 ? distances.reduce((sum, distance) => sum + distance) : null };
  });
}

interface VehicleFacts {
  id: number;
  vehicle_type: VehicleType;
  brand: string;
  model: string;
  year: number;
  vin: string | null;
  hin_number: string | null;
  serial_number: string | null;
  mileage_unit: MileageUnit | null;
}

/** The vehicles side by side, costliest first, then oldest first. */
export function comparedVehicles(vehicles: readonly VehicleFacts[], rows: readonly MonthRow[], total: number): ComparedVehicle[] {
  const byVehicle = Map.groupBy(rows, ({ vehicleId }) => vehicleId);
  const compared = vehicles.map((vehicle) => {
    const { id, vehicle_type: vehicleType, brand, model, year } = vehicle;
    const months = byVehicle.get(id) ?? [];
    const unit = readingUnitOf(vehicleType, vehicle.mileage_unit);
    const sum = sumOf(months);
    const distance = unit === 'year' ? null : distanceOf(months);
    return {
      ...{ id, vehicleType, brand, model, year, unit },
      number: vehicle.vin ?? vehicle.hin_number ?? vehicle.serial_number ?? '',
      ...toSum(sum),
      share: total === 0 ? 0 : rounded(sum.cost / total),
      distance: inUnits(distance),
      costPerUnit: costPerUnitOf(sum.cost, distance),
    };
  });
  return compared.sort((a, b) => b.cost - a.cost || a.id - b.id);
}

/**
 * Each year next to the one before. A year without records between others has the cost 0. There is no change while one of the two years
 * is incomplete: cut by the period, or not over at `today` (YYYY-MM-DD).
 */
export function yearOverYearOf(years: readonly { year: number; cost: number }[], period: Days, today: string): YearChange[] {
  const costs = new Map(years.map(({ year, cost }) => [year, cost]));
  const first = years[0]?.year ?? 0;
  const isWhole = (year: number): boolean => period.from <= `${year}-01-01` && period.to >= `${year}-12-31` && today > `${year}-12-31`;
  return years.map(({ year, cost }) => {
    const previousCost = year > first ? (costs.get(year - 1) ?? 0) : null;
    const isComparable = previousCost !== null && previousCost > 0 && isWhole(year - 1) && isWhole(year);
    return {
      year,
      cost: fromCents(cost),
      previousCost: previousCost === null ? null : fromCents(previousCost),
      change: isComparable ? rounded((cost - previousCost) / previousCost) : null,
    };
  });
}

/** Whole months before today that the forecast is computed from. */
const FORECAST_MONTHS_MAX = 36;
const FORECAST_MONTHS_MIN = 6;
const MONTHS_PER_YEAR = 12;

/** Number of a month since year 0; takes a day or a month. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * MONTHS_PER_YEAR + Number(day.slice(5, 7));

/**
 * The expected cost of the next 12 months: for each vehicle 12 times the mean of the last 36 whole months before today, or of those since
 * its first record, whose own month is incomplete and does not count. Vehicles with fewer than 6 such months are left out; null if none
 * has enough.
 */
export function forecastOf(allMonths: readonly MonthRow[], today: string): number | null {
  const forecasts = [...Map.groupBy(allMonths, ({ vehicleId }) => vehicleId).values()].flatMap(
    (months) => forecastOfOne(months, today) ?? [],
  );
  return forecasts.length > 0 ? fromCents(Math.round(forecasts.reduce((sum, forecast) => sum + forecast))) : null;
}

function forecastOfOne(months: readonly MonthRow[], today: string): number | undefined {
  const end = monthNumber(today);
  const first = Math.min(...months.map(({ month }) => monthNumber(month)));
  const start = Math.max(first + 1, end - FORECAST_MONTHS_MAX);
  if (end - start < FORECAST_MONTHS_MIN) return undefined;
  const { cost } = sumOf(months.filter(({ month }) => monthNumber(month) >= start && monthNumber(month) < end));
  return (MONTHS_PER_YEAR * cost) / (end - start);
}
