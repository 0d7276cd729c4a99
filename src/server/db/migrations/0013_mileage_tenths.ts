import type { Step } from '../columns.ts';

/** Engine hours of a vehicle take tenths. A column of its own: the previous release goes on reading and writing whole units. */
export const mileageTenths: Step = async (db) => {
  await db.schema
    .alterTable('vehicles')
    .addColumn('mileage_tenths', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
};
