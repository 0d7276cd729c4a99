import type { EntryKey } from '../entry.ts';

/** The id of an entry's row, or of the row of its form. */
export const rowId = (key: EntryKey): string => `entry-${key}`;
export const editButtonId = (key: EntryKey): string => `entry-edit-${key}`;
export const titleId = (vehicleId: number): string => `history-${vehicleId}`;

/** The first button of an entry's row, the main field of its form, or the row if it has neither; null if it is not rendered. */
export function findInRow(key: EntryKey): HTMLElement | null {
  const row = document.getElementById(rowId(key));
  return row?.querySelector<HTMLElement>('button, [data-main]') ?? row;
}
