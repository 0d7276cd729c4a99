import type { Step } from '../columns.ts';

const COLUMNS = ['vehicle_id', 'performed_on', 'id', 'price', 'reading'];

const addIndex: Step = async (db) => {
  await db.schema.createIndex('records_totals').ifNotExists().on('records').columns(COLUMNS).execute();
};

/** By itself: it waits for the readers of the table, and a timeout must not undo the new index. */
const dropIndex: Step = async (db) => {
  await db.schema.dropIndex('records_newest').execute();
};

/** Adds price and reading to the index of the record list, so that totals are computed without reading the rows. */
export const recordTotalsIndex = [addIndex, dropIndex];
