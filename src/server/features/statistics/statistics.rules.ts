import type { OtherCurrencies } from '#contract/currencies.ts';
import { fromCents } from '#contract/money.ts';
import { readingUnitOf } from '#contract/records.ts';
import {
  COST_GROUPS,
  type ComparedVehicle,
  type CostGroup,
  type Spent,
  type Sum,
  type VehicleStatistics,
  type YearChange,
  type YearLimits,
} from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { dayNumber } from '#contract/time.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit, ReadingUnit, VehicleType } from '#contract/vehicle-types.ts';
import { ALL_DAYS, type Days, type MonthRow } from '../entries/collected.service.ts';
import { byCurrency, otherCurrenciesOf } from '../entries/currencies.rules.ts';
import type { Distance } from '../entries/distance.rules.ts';
import type { Cents } from '../entries/groups.rules.ts';
import type { Depreciation } from '../values/depreciation.rules.ts';

export const toSum = ({ records, cost }: Cents): Sum => ({ records, cost: fromCents(cost) });

/** A distance in units, with its reason. */
export const inUnits = ({ distance, distanceReason }: Distance): Pick<VehicleStatistics, 'distance' | 'distanceReason'> => ({
  distance: distance === null ? null : distance / TENTHS,
  distanceReason,
});

/** The shortest distance, in tenths, that costs are divided by: 100 km, 60 miles or 5 hours. */
const MEASURABLE: Record<ReadingUnit, number> = { km: 100 * TENTHS, mi: 60 * TENTHS, h: 5 * TENTHS, year: Number.POSITIVE_INFINITY };

/** Money per `units` of distance, from cents and tenths; null if the distance is not known or too short. */
export const costPerUnitOf = (cost: number, { distance }: Distance, unit: ReadingUnit, units = 1): number | null =>
  distance === null || distance < MEASURABLE[unit] ? null : rounded((units * fromCents(cost)) / (distance / TENTHS));

/** Costs of energy are those of 100 km, 100 miles or one hour. */
const ENERGY_UNITS: Record<ReadingUnit, number> = { km: 100, mi: 100, h: 1, year: 1 };

/** What a unit of distance costs; `rows` are those that count as spent. */
export function unitCostsOf(
  rows: readonly MonthRow[],
  distance: Distance,
  unit: ReadingUnit,
  depreciation: Depreciation | null,
): UnitCosts {
  const costOf = (group: CostGroup): number => sumOf(rows.filter((row) => row.group === group)).cost;
  const all = sumOf(rows).cost;
  const energy = costOf('energy');
  return {
    costPerUnit: costPerUnitOf(all, distance, unit),
    runningCostPerUnit: costPerUnitOf(all - costOf('standing'), distance, unit),
    depreciation: depreciation && { ...depreciation, amount: fromCents(depreciation.amount) },
    fullCostPerUnit: depreciation && costPerUnitOf(all + depreciation.amount, distance, unit),
    energyCost: energy === 0 ? null : costPerUnitOf(energy, distance, unit, ENERGY_UNITS[unit]),
  };
}
type UnitCosts = Pick<VehicleStatistics, 'costPerUnit' | 'runningCostPerUnit' | 'depreciation' | 'fullCostPerUnit' | 'energyCost'>;

const DAYS_PER_YEAR = 365;
const AVERAGE_DAYS_MIN = 30;

/** The distance of an average month and year, in units. */
export function averageOf({ distance, days }: Distance, unit: ReadingUnit): VehicleStatistics['average'] {
  if (distance === null || !days) return null;
  const length = dayNumber(days.to) - dayNumber(days.from);
  if (length < AVERAGE_DAYS_MIN) return null;
  const step = unit === 'h' ? 1 : TENTHS;
  const averageIn = (span: number): number => (Math.round((distance * span) / length / step) * step) / TENTHS;
  return { since: days.from, until: days.to, month: averageIn(DAYS_PER_YEAR / MONTHS_PER_YEAR), year: averageIn(DAYS_PER_YEAR) };
}

/** Four decimals, for ratios and costs per unit. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export function sumOf(parts: readonly Cents[]): Cents {
  return parts.reduce((sum, { records, cost }) => ({ records: sum.records + records, cost: sum.cost + cost }), { records: 0, cost: 0 });
}

/** The known distances of the months with readings, and of their years; a month without readings has none. Months are given newest first. */
export function spanDistancesOf(
  monthsRead: readonly string[],
  period: Days,
  distanceIn: (within: Days) => Distance,
): VehicleStatistics['distances'] {
  const oldestFirst = monthsRead.toReversed();
  const years = [...new Set(oldestFirst.map((month) => Number(month.slice(0, 4))))];
  const known = <Span extends object>(span: Span, within: Days): (Span & { distance: number })[] => {
    const { distance } = inUnits(distanceIn(within));
    return distance === null ? [] : [{ ...span, distance }];
  };
  return {
    months: oldestFirst.flatMap((month) => {
      const within = daysOfMonth(month, period);
      return within.from <= within.to ? known({ month }, within) : [];
    }),
    years: years.filter((year) => touches(period, year)).flatMap((year) => known({ year }, daysOfYear(year))),
  };
}

/** Whether an entry counts as spent; instalments of a loan pay for the purchase. */
export const isSpent = ({ group }: Pick<MonthRow, 'group'>): boolean => group !== 'loan';

/** The groups that are not empty, in the order of COST_GROUPS. */
function groupsOf(rows: readonly MonthRow[]): VehicleStatistics['groups'] {
  return COST_GROUPS.flatMap((group) => {
    const same = rows.filter((row) => row.group === group);
    return same.length > 0 ? [{ group, ...toSum(sumOf(same)) }] : [];
  });
}

const spentOf = (rows: readonly MonthRow[]): Spent => ({
  ...toSum(sumOf(rows)),
  groups: Object.fromEntries(groupsOf(rows).map(({ group, cost }) => [group, cost])),
});

/** What was spent, from all rows of a period. */
export function totalOf({ own, others }: Rows, currency: Currency): Total {
  const counted = own.filter(isSpent);
  const { records, cost } = toSum(sumOf(counted));
  const isLoan = (row: MonthRow): boolean => !isSpent(row);
  return {
    ...{ records, totalCost: cost, otherCurrencies: leftOut(others.filter(isSpent), currency), groups: groupsOf(counted) },
    loan: { ...toSum(sumOf(own.filter(isLoan))), otherCurrencies: leftOut(others.filter(isLoan), currency) },
    withoutAmount: counted.reduce((sum, { withoutAmount }) => sum + withoutAmount, 0),
  };
}
type Total = Pick<VehicleStatistics, 'records' | 'totalCost' | 'otherCurrencies' | 'groups' | 'loan' | 'withoutAmount'>;

/** Rows in the account's currency, which all figures are computed from, and the rest. */
export interface Rows {
  own: readonly MonthRow[];
  others: readonly MonthRow[];
}

const leftOut = (rows: readonly MonthRow[], currency: Currency): OtherCurrencies =>
  otherCurrenciesOf(
    rows.map((row) => ({ ...row, records: row.records - row.withoutAmount })),
    currency,
  );

/** What was spent in each month, oldest first. */
export function monthsOf(rows: readonly MonthRow[]): (Spent & { month: string })[] {
  const months = [...Map.groupBy(rows.filter(isSpent), ({ month }) => month)];
  return months.map(([month, same]) => ({ month, ...spentOf(same) })).sort((a, b) => (a.month < b.month ? -1 : 1));
}

/** The months between two days, both counted. */
const monthsBetween = (from: string, to: string): number => monthNumber(to) - monthNumber(from) + 1;

/** Whether a period with costs has fewer than 12 months; `end` is today or the day of the archiving. */
export function isUnderYear(rows: readonly MonthRow[], { from, to }: Days, end: string): boolean {
  const first = firstDayOf(rows);
  return monthsBetween(from > first ? from : first, to < end ? to : end) < MONTHS_PER_YEAR;
}

const firstDayOf = (rows: readonly MonthRow[]): string =>
  rows.reduce((oldest, { firstDay }) => (firstDay < oldest ? firstDay : oldest), ALL_DAYS.to);

/** The days of a month in a period. No month has more than 31 days, and days are compared as texts. */
export const daysOfMonth = (month: string, { from, to }: Days): Days => ({
  from: from > `${month}-01` ? from : `${month}-01`,
  to: to < `${month}-31` ? to : `${month}-31`,
});

export const daysOfYear = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A whole year. */
export interface YearSum extends Spent, YearLimits {
  year: number;
  otherCurrencies: OtherCurrencies;
}

/** The whole years of one or several vehicles from their months of all time, oldest first; `end` is today or the day of the archiving. */
export function yearsOf(allMonths: Rows, currency: Currency, end: string): YearSum[] {
  const counted = [...allMonths.own, ...allMonths.others].filter(isSpent);
  const first = firstDayOf(counted);
  const years = [...Map.groupBy(counted, ({ month }) => Number(month.slice(0, 4)))];
  const sums = years.map(([year, months]) => {
    const { from, to } = daysOfYear(year);
    const { own, others } = byCurrency(months, currency);
    const limits = { since: first > from && first <= to ? first : null, until: end <= to ? end : null };
    return { year, ...spentOf(own), otherCurrencies: leftOut(others, currency), ...limits };
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
  { own, others }: Rows,
  currency: Currency,
  distanceOf: (vehicleId: number) => Distance,
): ComparedVehicle[] {
  const byVehicle = Map.groupBy(own.filter(isSpent), ({ vehicleId }) => vehicleId);
  const total = sumOf(own.filter(isSpent)).cost;
  const compared = vehicles.map((vehicle) => {
    const { id, vehicle_type: vehicleType, brand, model, year } = vehicle;
    const unit = readingUnitOf(vehicleType, vehicle.mileage_unit);
    const sum = sumOf(byVehicle.get(id) ?? []);
    const distance = distanceOf(id);
    return {
      ...{ id, vehicleType, brand, model, year, unit },
      number: vehicle.vin ?? vehicle.hin_number ?? vehicle.serial_number ?? '',
      ...toSum(sum),
      otherCurrencies: leftOut(
        others.filter((row) => row.vehicleId === id && isSpent(row)),
        currency,
      ),
      share: total === 0 ? 0 : rounded(sum.cost / total),
      ...inUnits(distance),
      costPerUnit: costPerUnitOf(sum.cost, distance, unit),
    };
  });
  return compared.sort((a, b) => b.cost - a.cost || a.id - b.id);
}

/**
 * Each year next to the one before. A year without records between others has the cost 0. There is no change unless both are complete and
 * without costs in other currencies.
 */
export function yearOverYearOf(years: readonly YearSum[]): YearChange[] {
  const byYear = new Map(years.map((sum) => [sum.year, sum]));
  const first = years[0]?.year ?? 0;
  const isComplete = (year: number): boolean => {
    const { since, until, otherCurrencies = [] } = byYear.get(year) ?? {};
    return !since && !until && otherCurrencies.length === 0;
  };
  return years.map(({ year, since, until, cost }) => {
    const previousCost = year > first ? (byYear.get(year - 1)?.cost ?? 0) : null;
    const isComparable = previousCost !== null && previousCost > 0 && isComplete(year - 1) && isComplete(year);
    return {
      ...{ year, since, until, cost, previousCost },
      change: isComparable ? rounded((cost - previousCost) / previousCost) : null,
    };
  });
}

export const MONTHS_PER_YEAR = 12;

/** Number of a month since year 0; takes a day or a month. */
export const monthNumber = (day: string): number => Number(day.slice(0, 4)) * MONTHS_PER_YEAR + Number(day.slice(5, 7));
