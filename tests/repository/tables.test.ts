import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '..', '..', 'src', 'server');
const WRITE = /\b(?:(?:insertInto|updateTable|deleteFrom)\('|deleteExpired\(db, '|insert into )(\w+)/g;

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

/** Whether repositories of several folders write the table. */
const isShared = (table: string): boolean => {
  return new Set(writersOf(table).map((file) => dirname(file))).size > 1;
};

test('a table is written by the repositories of one feature', () => {
  const tables = new Set([...WRITTEN.values()].flatMap((written) => [...written]));
  expect(tables.size).toBeGreaterThan(20);
  expect([...tables].filter(isShared).map((table) => `${table}: ${writersOf(table).join(', ')}`)).toEqual([]);
});

test('only repositories of entries read or write entries', () => {
  const readers = ['features', 'infra', 'db', 'http'].flatMap((area) =>
    readdirSync(join(SERVER, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('migrations'))
      .map((name) => `${area}/${name}`)
      .filter((file) => /\(\s*'(?:deleted_)?entries'/.test(readFileSync(join(SERVER, file), 'utf8'))),
  );
  expect(readers.length).toBeGreaterThan(4);
  expect(readers.filter((file) => !file.startsWith('features/entries/'))).toEqual([]);
});
