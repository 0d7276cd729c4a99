import { type RawBuilder, sql } from 'kysely';
import { CONVERSION, type Distance } from '#contract/units.ts';
import type { Tables } from './tables.ts';

/**
 * The numbers of vehicles, entries and plans in the vehicle's unit, in tenths, each with the column that keeps it in the other one of kilometres and
 * miles. A number that is not listed here is not converted.
 */
const CONVERTED = {
  vehicles: { yearly_distance: 'other_yearly_distance' },
  entries: { reading: 'other_reading' },
  deleted_entries: { reading: 'other_reading' },
  fills: { distance_on_fuel: 'other_distance_on_fuel' },
  readings: { old_reading: 'other_old_reading' },
  plan_lines: {
    ...{ every_distance: 'other_every_distance', due_at: 'other_due_at' },
    ...{ start_at: 'other_start_at', lead_distance: 'other_lead_distance' },
  },
  plan_completions: { reading: 'other_reading', closes_at: 'other_closes_at' },
} as const satisfies { [Table in keyof Tables]?: { [Column in keyof Tables[Table]]?: keyof Tables[Table] } };

type Values = Record<string, unknown>;

export const CONVERTED_TABLES = Object.keys(CONVERTED) as (keyof typeof CONVERTED)[];

const columnsOf = (table: string): [column: string, other: string][] => Object.entries(CONVERTED[table as keyof typeof CONVERTED] ?? {});

/** The column with the id of the vehicle. */
export const vehicleColumnOf = (table: keyof typeof CONVERTED): 'vehicle_id' =>
  (table === 'vehicles' ? 'id' : 'vehicle_id') as 'vehicle_id';

/** The other columns of a table. */
export const otherColumnsOf = (table: keyof typeof CONVERTED): string[] => columnsOf(table).map(([, other]) => other);

/** Converts all numbers of a row, and keeps them in the unit that they were in: those that were converted before get that number back. */
export const conversionOf = (table: keyof typeof CONVERTED, to: Distance): Values =>
  Object.fromEntries(
    columnsOf(table).flatMap(([column, other]) => [
      [column, sql`coalesce(${sql.ref(other)}, ${convertedTo(sql.ref(column), to)})`],
      [other, sql.ref(column)],
    ]),
  );

/** The change of a row, with the numbers in the other unit: of a number that changes, none is known any more. */
export function withOtherUnit<Change extends object>(table: string, change: Change): Change {
  const values = change as Values;
  const others = columnsOf(table).flatMap(([column, other]) => {
    const value = values[column];
    return value === undefined ? [] : [[other, sql`case when ${sql.ref(column)} = ${value} then ${sql.ref(other)} end`]];
  });
  return { ...change, ...Object.fromEntries(others) };
}

/** Tenths of whole kilometres or miles in the other unit, rounded as `convertDistance` does; integer division drops the fraction. */
function convertedTo(tenths: RawBuilder<unknown>, to: Distance): RawBuilder<number> {
  const { times, by } = CONVERSION[to];
  return sql<number>`(2 * (${tenths} / 10) * ${sql.lit(times)} + ${sql.lit(by)}) / ${sql.lit(2 * by)} * 10`;
}
