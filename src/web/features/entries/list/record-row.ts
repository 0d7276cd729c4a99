/** The id of a record's row, or of the row of its form. */
export const rowIdOf = (recordId: number): string => `record-${recordId}`;

/** The first button of a record's row, the work in its form, or the row if it has neither; null if it is not rendered. */
export function findInRow(recordId: number): HTMLElement | null {
  const row = document.getElementById(rowIdOf(recordId));
  return row?.querySelector<HTMLElement>('button, [data-path$=operationName]') ?? row;
}
