import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrateSqlite, type Steps } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { FIRST_SCHEMA, firstSchema } from '#server/db/migrations/first-schema.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { NodeSqliteDialect } from '#server/db/sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SharedDatabase } from './processes.ts';
import { RELEASE_0_2, type Row } from './release-0.2.ts';

/** A database of an earlier release: its migration steps, and rows of each of its tables in foreign-key order. */
export interface Release {
  name: string;
  steps: Steps;
  rows(): Promise<[string, Row[]][]>;
  /** Tokens of its sessions, one per session. */
  tokens: readonly string[];
  email: string;
  password: string;
}

/** Each release is added here with the steps that it had, and never removed. */
export const RELEASES: Release[] = [{ ...RELEASE_0_2, steps: { [FIRST_SCHEMA]: firstSchema } }];

/** Creates the database as that release left it; returns its rows by table. */
export async function createReleaseDatabase({ kind, env }: SharedDatabase, release: Release): Promise<Record<string, Row[]>> {
  const dialect =
    kind === 'sqlite'
      ? new NodeSqliteDialect(join(env.DATA_DIR ?? '', 'carnet.sqlite'))
      : openPostgres(env.DATABASE_URL ?? '', () => undefined).dialect;
  const db = new Kysely<Tables>({ dialect });
  await (env.DATABASE_URL ? migratePostgres(env.DATABASE_URL, () => undefined, release.steps) : migrateSqlite(db, release.steps));
  const tables = await release.rows();
  for (const [table, rows] of tables)
    for (const row of rows) {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db);
    }
  await db.destroy();
  return Object.fromEntries(tables);
}
