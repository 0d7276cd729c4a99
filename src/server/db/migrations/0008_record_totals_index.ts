import type { Step } from '../columns.ts';

/** Adds price and reading to the index of the record list, so that totals are computed without reading the rows. */
export const recordTotalsIndex: Step = async (db) => {
  await db.schema.createIndex('records_totals').on('records').columns(['vehicle_id', 'performed_on', 'id', 'price', 'reading']).execute();
  await db.schema.dropIndex('records_newest').execute();
};
