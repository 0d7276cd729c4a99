import { removeCost, restoreCost } from '#contract/costs.ts';
import { removeFill, restoreFill } from '#contract/fills.ts';
import { removeReading, restoreReading } from '#contract/readings.ts';
import { removeRecord, restoreRecord } from '#contract/records.ts';
import { call } from '../../api/call.ts';
import { type Entry, kindOf } from './entry.ts';

const REMOVE = {
  work: (vehicleId: number, recordId: number) => call(removeRecord, { params: { vehicleId, recordId } }),
  fill: (vehicleId: number, fillId: number) => call(removeFill, { params: { vehicleId, fillId } }),
  cost: (vehicleId: number, costId: number) => call(removeCost, { params: { vehicleId, costId } }),
  reading: (vehicleId: number, readingId: number) => call(removeReading, { params: { vehicleId, readingId } }),
};
const RESTORE = {
  work: (vehicleId: number, recordId: number) => call(restoreRecord, { params: { vehicleId, recordId } }),
  fill: (vehicleId: number, fillId: number) => call(restoreFill, { params: { vehicleId, fillId } }),
  cost: (vehicleId: number, costId: number) => call(restoreCost, { params: { vehicleId, costId } }),
  reading: (vehicleId: number, readingId: number) => call(restoreReading, { params: { vehicleId, readingId } }),
};

/** The calls that every kind has. */
export const removeEntry = (vehicleId: number, entry: Entry) => REMOVE[kindOf(entry)](vehicleId, entry.id);
export const restoreEntry = (vehicleId: number, entry: Entry) => RESTORE[kindOf(entry)](vehicleId, entry.id);
