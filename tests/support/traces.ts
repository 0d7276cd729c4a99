import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Names of all tables except those of the migrator. */
export async function tableNames({ store: { kind, db } }: Pick<TestApp, 'store'>): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const { rows } = await query.execute(db);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
}

type Row = Record<string, string | number | null>;

/** PostgreSQL returns rows in any order. */
function byColumns(a: Row, b: Row): number {
  for (const column of Object.keys(a)) {
    const [left, right] = [a[column] ?? '', b[column] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Every row of every table, sorted by its columns, by the table's name. */
export async function allRows(app: Pick<TestApp, 'store'>): Promise<Record<string, unknown[]>> {
  const entries = (await tableNames(app)).map(async (name) => {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(app.store.db);
    return [name, rows.sort(byColumns)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Finds these texts in the tables and in the bytes of the SQLite files; returns the places. */
export async function tracesOf(app: Pick<TestApp, 'store' | 'dataDir'>, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of Object.entries(await allRows(app)))
    for (const text of texts) if (JSON.stringify(rows).includes(text)) found.push(`table ${table}: ${text}`);
  for (const file of await readdir(app.dataDir)) {
    const bytes = await readFile(join(app.dataDir, file));
    for (const text of texts) if (bytes.includes(text)) found.push(`file ${file}: ${text}`);
  }
  return found;
}
