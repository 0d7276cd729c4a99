import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '..', '..', 'src', 'server');
const WRITE = /\b(?:(?:insertInto|updateTable|deleteFrom)\('|deleteExpired\(db, '|insert into )(\w+)/g;

/** Repositories that also write tables of other features. docs/request.md gives the reasons. */
const ACROSS_FEATURES = ['features/vehicles/vehicle-units.repo.ts'];

/** The tables that each repository writes. */
const WRITTEN = new Map(
  ['features', 'infra'].flatMap((area) =>
    readdirSync(join(SERVER, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.repo.ts'))
      .map((name): [string, Set<string>] => {
        const file = `${area}/${name}`;
        const tables = [...readFileSync(join(SERVER, file), 'utf8').matchAll(WRITE)].map(([, table]) => table as string);
        return [file, new Set(tables)];
      }),
  ),
);

const writersOf = (table: string): string[] => [...WRITTEN].flatMap(([file, tables]) => (tables.has(table) ? [file] : []));

/** Whether repositories of several folders write the table, apart from the exceptions. */
const isShared = (table: string): boolean => {
  const folders = writersOf(table).flatMap((file) => (ACROSS_FEATURES.includes(file) ? [] : [dirname(file)]));
  return new Set(folders).size > 1;
};

test('a table is written by the repositories of one feature', () => {
  const tables = new Set([...WRITTEN.values()].flatMap((written) => [...written]));
  expect(tables.size).toBeGreaterThan(20);
  expect([...tables].filter(isShared).map((table) => `${table}: ${writersOf(table).join(', ')}`)).toEqual([]);
});

test('each exception is needed', () => {
  for (const file of ACROSS_FEATURES) {
    const others = [...(WRITTEN.get(file) ?? [])].flatMap(writersOf).filter((writer) => dirname(writer) !== dirname(file));
    expect(others, file).not.toEqual([]);
  }
});
