/** Attributes of the parts of a table whose rows are grids: Safari then needs the roles of a table. */
export const TABLE = { role: 'table' };
export const ROW_GROUP = { role: 'rowgroup' };
export const ROW = { role: 'row' };
export const CELL = { role: 'cell' };
export const COLUMN_HEADER = { role: 'columnheader', scope: 'col' };
export const ROW_HEADER = { role: 'rowheader', scope: 'row' };
