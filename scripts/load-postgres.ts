import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { SESSION_PARAMETERS, withLimits } from '#server/db/postgres-limits.ts';
import { openBackup } from './copy-database.ts';

type Row = Record<string, number | string | Uint8Array | null>;

/** Rows and bytes after which the rows read so far are inserted. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4_000_000;

const quoted = (name: string): string => pg.escapeIdentifier(name);

/**
 * Copies all rows of a backup of SQLite with the current schema into a PostgreSQL database without accounts, in one transaction. Returns
 * the number of rows. Throws if the database has accounts; then, and after any other error, it is unchanged but for its schema.
 */
export async function loadIntoPostgres(file: string, url: string): Promise<number> {
  const onError = (error: Error): void => console.error(error.message);
  await migratePostgres(url, onError);
  const source = openBackup(file);
  const target = new pg.Client({ connectionString: withLimits(url), application_name: 'carnet' });
  target.on('error', onError);
  try {
    await target.connect();
    await target.query('begin');
    for (const name of SESSION_PARAMETERS) await target.query(`set local ${name} = 0`);
    const rows = await copyAll(source, target);
    await target.query('analyze');
    await target.query('commit');
    return rows;
  } finally {
    source.close();
    await target.end();
  }
}

async function copyAll(source: DatabaseSync, target: pg.Client): Promise<number> {
  const tables = tablesOf(source);
  const all = tables.map(quoted).join(', ');
  await target.query(`lock table ${all} in access exclusive mode`);
  const { rows } = await target.query('select exists (select from users) or exists (select from admins) as has_accounts');
  if (rows[0].has_accounts) throw new Error('The database of DATABASE_URL has accounts already: name a new one.');
  // Migrations have inserted some rows.
  await target.query(`truncate ${all}`);
  let copied = 0;
  for (const table of tables) copied += await copyTable(source, target, table);
  return copied;
}

/** All tables, those that others refer to first. */
function tablesOf(source: DatabaseSync): string[] {
  const names = source
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name")
    .all()
    .map(({ name }) => String(name));
  const seen = new Set<string>();
  const ordered: string[] = [];
  const add = (table: string): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { table: parent } of source.prepare(`pragma foreign_key_list(${quoted(table)})`).all()) add(String(parent));
    ordered.push(table);
  };
  for (const name of names) add(name);
  return ordered;
}

/** Triggers are off meanwhile: what they maintain is copied as well. */
async function copyTable(source: DatabaseSync, target: pg.Client, table: string): Promise<number> {
  await target.query(`alter table ${quoted(table)} disable trigger user`);
  const columns = source
    .prepare(`pragma table_info(${quoted(table)})`)
    .all()
    .map(({ name }) => String(name));
  let copied = 0;
  let batch: Row[] = [];
  let bytes = 0;
  const insert = async (): Promise<void> => {
    if (batch.length > 0) await insertRows(target, table, columns, batch);
    copied += batch.length;
    [batch, bytes] = [[], 0];
  };
  for (const row of source.prepare(`select * from ${quoted(table)}`).iterate() as Iterable<Row>) {
    batch.push(row);
    for (const value of Object.values(row)) bytes += typeof value === 'object' ? (value?.length ?? 0) : String(value).length;
    if (batch.length === BATCH_ROWS || bytes > BATCH_BYTES) await insert();
  }
  await insert();
  await target.query(`alter table ${quoted(table)} enable trigger user`);
  await continueIds(source, target, table);
  return copied;
}

async function insertRows(target: pg.Client, table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  const tuples = rows.map((_, index) => `(${columns.map((__, column) => `$${index * columns.length + column + 1}`).join(', ')})`);
  await target.query(`insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${tuples.join(', ')}`, values);
}

/** The ids of deleted rows are not used again. */
async function continueIds(source: DatabaseSync, target: pg.Client, table: string): Promise<void> {
  const last = source.prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq;
  if (last) await target.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [quoted(table), last]);
}
