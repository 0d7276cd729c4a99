import { fromCents } from '#contract/money.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { ComparedVehicle, Sum, YearChange, YearLimits } from '#contract/statistics.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit, VehicleType } from '#contract/vehicle-types.ts';
import { ALL_DAYS, type Days, type MonthRow } from '../entries/collected.service.ts';
import type { Distance } from '../entries/distance.rules.ts';
import type { Cents } from '../entries/groups.rules.ts';

export const toSum = ({ records, cost }: Cents): Sum => ({ records, cost: fromCents(cost) });

/** A distance in units, with its reason. */
export const inUnits = ({ distance, distanceReason }: Distance): Distance => ({
  distance: distance === null ? null : distance / TENTHS,
  distanceReason,
});

/** Money per unit of distance, from cents and tenths. */
export const costPerUnitOf = (cost: number, { distance }: Distance): number | null =>
  distance === null ? null : rounded(fromCents(cost) / (distance / TENTHS));

/** Four decimals, for ratios and costs per unit. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export function sumOf(parts: readonly Cents[]): Cents {
  return parts.reduce((sum, { records, cost }) => ({ records: sum.records + records, cost: sum.cost + cost }), { records: 0, cost: 0 });
}

/** The months of several vehicles together, oldest first. */
export function monthsOfAll(rows: readonly MonthRow[]): (Cents & { month: string })[] {
  const months = [...Map.groupBy(rows, ({ month }) => month)];
  return months.map(([month, same]) => ({ month, ...sumOf(same) })).sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** The days of a month in a period. No month has more than 31 days, and days are compared as texts. */
export const daysOfMonth = (month: string, { from, to }: Days): Days => ({
  from: from > `${month}-01` ? from : `${month}-01`,
  to: to < `${month}-31` ? to : `${month}-31`,
});

export const daysOfYear = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A whole year. */
export interface YearSum extends Cents, YearLimits {
  year: number;
}

/** The whole years of one or several vehicles from their months of all time, oldest first; `end` is today or the day of the archiving. */
export function yearsOf(allMonths: readonly MonthRow[], end: string): YearSum[] {
  const first = allMonths.reduce((oldest, { firstDay }) => (firstDay < oldest ? firstDay : oldest), ALL_DAYS.to);
  const years = [...Map.groupBy(allMonths, ({ month }) => Number(month.slice(0, 4)))];
  const sums = years.map(([year, months]) => {
    const { from, to } = daysOfYear(year);
    return { year, ...sumOf(months), since: first > from && first <= to ? first : null, until: end <= to ? end : null };
  });
  return sums.sort((a, b) => a.year - b.year);
}

/** Whether a period touches a year. */
export const touches = ({ from, to }: Days, year: number): boolean => from <= daysOfYear(year).to && to >= daysOfYear(year).from;

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
export function comparedVehicles(
  vehicles: readonly VehicleFacts[],
  rows: readonly MonthRow[],
  total: number,
  distanceOf: (vehicleId: number) => Distance,
): ComparedVehicle[] {
  const byVehicle = Map.groupBy(rows, ({ vehicleId }) => vehicleId);
  const compared = vehicles.map((vehicle) => {
    const { id, vehicle_type: vehicleType, brand, model, year } = vehicle;
    const sum = sumOf(byVehicle.get(id) ?? []);
    const distance = distanceOf(id);
    return {
      ...{ id, vehicleType, brand, model, year, unit: readingUnitOf(vehicleType, vehicle.mileage_unit) },
      number: vehicle.vin ?? vehicle.hin_number ?? vehicle.serial_number ?? '',
      ...toSum(sum),
      share: total === 0 ? 0 : rounded(sum.cost / total),
      ...inUnits(distance),
      costPerUnit: costPerUnitOf(sum.cost, distance),
    };
  });
  return compared.sort((a, b) => b.cost - a.cost || a.id - b.id);
}

/** Each year next to the one before. A year without records between others has the cost 0. There is no change unless both are complete. */
export function yearOverYearOf(years: readonly YearSum[]): YearChange[] {
  const byYear = new Map(years.map((sum) => [sum.year, sum]));
  const first = years[0]?.year ?? 0;
  const isComplete = (year: number): boolean => {
    const { since, until } = byYear.get(year) ?? {};
    return !since && !until;
  };
  return years.map(({ year, since, until, cost }) => {
    const previousCost = year > first ? (byYear.get(year - 1)?.cost ?? 0) : null;
    const isComparable = previousCost !== null && previousCost > 0 && isComplete(year - 1) && isComplete(year);
    return {
      ...{ year, since, until, cost: fromCents(cost) },
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
 * The expected cost of the next 12 months, rounded to two digits: for each vehicle 12 times the mean of the last 36 whole months before
 * today, or of those since its first record, whose own month is incomplete and does not count. Vehicles with fewer than 6 such months are
 * left out; null if none has enough.
 */
export function forecastOf(allMonths: readonly MonthRow[], today: string): number | null {
  const forecasts = [...Map.groupBy(allMonths, ({ vehicleId }) => vehicleId).values()].flatMap(
    (months) => forecastOfOne(months, today) ?? [],
  );
  return forecasts.length > 0 ? Number((forecasts.reduce((sum, forecast) => sum + forecast) / 100).toPrecision(2)) : null;
}

function forecastOfOne(months: readonly MonthRow[], today: string): number | undefined {
  const end = monthNumber(today);
  const first = Math.min(...months.map(({ month }) => monthNumber(month)));
  const start = Math.max(first + 1, end - FORECAST_MONTHS_MAX);
  if (end - start < FORECAST_MONTHS_MIN) return undefined;
  const { cost } = sumOf(months.filter(({ month }) => monthNumber(month) >= start && monthNumber(month) < end));
  return (MONTHS_PER_YEAR * cost) / (end - start);
}
