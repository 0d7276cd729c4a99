import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { VolumeUnit } from '#contract/fuels.ts';
import type { DayOrder, TableField } from '#contract/tables.ts';
import type { RowKind } from './table-words.ts';

/** A row of a table, by the fields of its columns. */
export type Cells = { [Field in TableField]?: string };

/** What is known of a section of a program's table. */
export interface SectionForm {
  fields: (TableField | null)[];
  /** What rows are that `kindOf` says nothing of. */
  kind: EntryKindName;
  volumeUnit?: VolumeUnit;
  dayOrder?: DayOrder | undefined;
  /** The place of its vehicle, if rows do not name it. */
  vehicle?: number;
  /** What a row is, by its cells. */
  kindOf?: (cells: readonly string[]) => RowKind | undefined;
  /** What cells say in the words of this application, such as a fuel that has a code. */
  cellsOf?: (cells: readonly string[]) => Cells;
  /** The unit of the volume of a row; undefined for that of the section. */
  volumeUnitOf?: (cells: readonly string[]) => VolumeUnit | undefined;
  /** The rows that one row stands for, such as the fills of two tanks. */
  rowsOf?: (cells: readonly string[]) => string[][];
  /** The key of a row in the program; undefined if it has none. */
  keyOf?: (cells: readonly string[]) => string | undefined;
  /** What a row reminds of, as the API takes a line of a plan; `isAlone` if the row is nothing else. */
  reminderOf?: (cells: readonly string[]) => { line: object | undefined; isAlone: boolean };
}
