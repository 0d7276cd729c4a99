import { draftKeys, vehicleDraftsKey } from '../../../forms/drafts.ts';

export const newRecordKey = (vehicleId: number): string => `${vehicleDraftsKey(vehicleId)}record.new`;
const EDITED = 'record.edit.';
export const editedRecordKey = (vehicleId: number, recordId: number): string => `${vehicleDraftsKey(vehicleId)}${EDITED}${recordId}`;

/** Ids of the records with unsaved changes in this browser. */
export function editedRecordIds(vehicleId: number): number[] {
  const start = vehicleDraftsKey(vehicleId) + EDITED;
  return draftKeys(start).map((key) => Number(key.slice(start.length)));
}
