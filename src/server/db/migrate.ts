import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { VERSION } from '../ports/version.ts';
import { columnsOf, type Step } from './columns.ts';
import { administrators } from './migrations/0002-administrators.ts';
import { FIRST_SCHEMA, firstSchema } from './migrations/first-schema.ts';
import type { Tables } from './tables.ts';

/** Steps by name. A step with several parts commits each of them separately on PostgreSQL; all but the last may run more than once. */
export type Steps = Record<string, Step | readonly Step[]>;

/** Migrations in order. The result of a released migration is never changed. */
export const STEPS: Steps = { [FIRST_SCHEMA]: firstSchema, '0002_administrators': administrators };

const STEP_TABLE = 'kysely_migration';
const NEWER = `The database was written by a newer release of Carnet than this one (${VERSION}): start that release, or restore a backup made with this one.`;
const UNRELEASED =
  'The database was created by a commit before release 0.2.0, which cannot be upgraded: start that commit, or use an empty one.';

/** A part of a step that has run. */
export interface Part {
  step: string;
  index: number;
}

/** Runs pending migrations of SQLite in one transaction, and returns their names. Throws a SchemaError if the schema is unknown. */
export async function migrateSqlite(db: Kysely<Tables>, steps = STEPS): Promise<string[]> {
  const columns = columnsOf('sqlite');
  const migrator = migratorOf(db, steps, async (parts, handle) => {
    for (const part of parts) await part(handle, columns);
  });
  const { results = [] } = await orUnknown(db, steps, migrator.migrateToLatest());
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Runs one part of the next pending migration of PostgreSQL, in the transaction `tx`. `last` is the part that this process has run last.
 * Returns the part, or undefined if no migration was pending. Throws if the schema is unknown.
 */
export async function migratePart(tx: Kysely<Tables>, steps: Steps, last?: Part): Promise<Part | undefined> {
  const columns = columnsOf('postgres');
  const step = await nextStep(tx, steps);
  const index = last && last.step === step ? last.index + 1 : 0;
  const parts = step === undefined ? [] : partsOf(steps, step);
  if (step !== undefined && index < parts.length - 1) {
    await parts[index]?.(tx as Kysely<unknown>, columns);
    return { step, index };
  }
  const migrator = migratorOf(tx, steps, async (all, handle) => all.at(-1)?.(handle, columns));
  const { results } = await orUnknown(tx, steps, migrator.migrateUp());
  const [run] = results ?? [];
  return run && { step: run.migrationName, index };
}

/** The name of the next step; undefined if none is pending, or if the schema is unknown. */
async function nextStep(db: Kysely<Tables>, steps: Steps): Promise<string | undefined> {
  const executed = await executedSteps(db);
  return unknownSchema(executed, steps) ? undefined : Object.keys(steps).find((name) => !executed.includes(name));
}

const partsOf = (steps: Steps, name: string): readonly Step[] => [steps[name] ?? []].flat();

function migratorOf(db: Kysely<Tables>, steps: Steps, run: (parts: readonly Step[], handle: Kysely<unknown>) => Promise<void>): Migrator {
  const migrations = Object.fromEntries(
    Object.keys(steps).map((name) => [name, { up: (handle: Kysely<unknown>) => run(partsOf(steps, name), handle) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

async function orUnknown(db: Kysely<Tables>, steps: Steps, migration: Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  const result = await migration;
  if (!result.error) return result;
  const unknown = unknownSchema(await executedSteps(db).catch(() => []), steps);
  throw unknown ? new SchemaError(unknown, { cause: result.error }) : result.error;
}

/** Why this release cannot use a database with these executed steps; undefined if it can. */
export function unknownSchema(executed: readonly string[], steps: Steps = STEPS): string | undefined {
  const unknown = executed.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length === 0) return undefined;
  return unknown.some((name) => name.startsWith('0001_')) ? UNRELEASED : NEWER;
}

/** The schema of the database is not that of this release; logged as the message alone, without a stack. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Throws a SchemaError if migrations are pending, or if the schema is unknown. */
export async function checkSchema(db: Kysely<Tables>): Promise<undefined> {
  const executed = await executedSteps(db);
  const latest = executed.at(-1);
  const unknown = unknownSchema(executed);
  if (unknown) throw new SchemaError(unknown);
  const needed = Object.keys(STEPS);
  if (executed.length === needed.length) return;
  const found = latest ? `has the schema ${latest}` : 'has no tables';
  throw new SchemaError(
    `The database ${found}, but this release needs the schema ${needed.at(-1)}. Run "npm run migrate", or "carnet migrate" of a package.`,
  );
}

/** Names of the executed migrations in their order; empty for a new database. */
export async function executedSteps(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === STEP_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(STEP_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
