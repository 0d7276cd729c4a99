import type { TableField } from '#contract/tables.ts';
import type { Section } from '../tables/scan.ts';
import { wordOf } from './table-words.ts';

/** Rows of programs whose columns are known by their titles. */

/** "Odo (km)" is odo, "VolumePrice" is volumeprice. */
export const nameOf = (title: string): string => wordOf(title).replaceAll(' ', '');

export type NamedFields = Partial<Record<string, TableField>>;
export type NamedRow = Record<string, string>;

export const hasTitles = ({ columns }: Section, names: readonly string[]): boolean => {
  const titles = columns.map(({ title }) => nameOf(title));
  return names.every((name) => titles.includes(name));
};

export const fieldsBy = ({ columns }: Section, fields: NamedFields): (TableField | null)[] =>
  columns.map(({ title }) => fields[nameOf(title)] ?? null);

/** The cells of a row by the names of their columns. */
export const namedRow = ({ columns }: Section): ((cells: readonly string[]) => NamedRow) => {
  const names = columns.map(({ title }) => nameOf(title));
  return (cells) => Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']));
};
