import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Not a parameter: only then do both databases use the index `entries_details`. */
export const IS_FROM_DETAILS = sql<SqlBool>`source = 'details'`;

/** The number of readings of a vehicle that are the mileage of its details; they count in no limit. */
export const countFromDetails = (vehicleId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from entries as own where own.vehicle_id = ${vehicleId} and own.source = 'details')`;

/** The mileage of the details of a vehicle in a query, in tenths; null of a bicycle. */
export const MILEAGE = sql<number | null>`(select own.reading from entries as own
  where own.vehicle_id = vehicles.id and own.source = 'details' order by own.performed_on desc, own.id desc limit 1)`.as('mileage');
