import type { Step } from '../columns.ts';

/** Tenths of engine hours. A separate column, because the previous release continues to read and write whole units. */
export const mileageTenths: Step = async (db) => {
  await db.schema
    .alterTable('vehicles')
    .addColumn('mileage_tenths', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
};
