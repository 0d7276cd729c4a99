import type { Step } from '../columns.ts';

/** The index of a history also holds what its totals need, so that they are computed without reading the rows. */
export const recordTotalsIndex: Step = async (db) => {
  await db.schema.createIndex('records_totals').on('records').columns(['vehicle_id', 'performed_on', 'id', 'price', 'reading']).execute();
  await db.schema.dropIndex('records_newest').execute();
};
