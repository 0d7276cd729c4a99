import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { VERSION } from '../version.ts';
import { columnsOf, type Step } from './columns.ts';
import { firstTables } from './migrations/0001_first_tables.ts';
import { sessionIds } from './migrations/0002_session_ids.ts';
import { orders } from './migrations/0003_orders.ts';
import { adminPanel } from './migrations/0004_desk.ts';
import { feedback } from './migrations/0005_feedback.ts';
import { mailQueue } from './migrations/0006_mail_queue.ts';
import { indexes } from './migrations/0007_indexes.ts';
import { recordTotalsIndex } from './migrations/0008_record_totals_index.ts';
import { rates } from './migrations/0009_rates.ts';
import { cardCheckouts } from './migrations/0010_card_checkouts.ts';
import { thumbnails } from './migrations/0012_thumbnails.ts';
import { mileageTenths } from './migrations/0013_mileage_tenths.ts';
import { archive } from './migrations/0014_archive.ts';
import { auditUsers } from './migrations/0015_audit_users.ts';
import { messages } from './migrations/0016_messages.ts';
import { userPages } from './migrations/0017_user_pages.ts';
import { adminOrders } from './migrations/0018_admin_orders.ts';
import { revenue } from './migrations/0019_revenue.ts';
import { administrators } from './migrations/0020_administrators.ts';
import { storedObjects } from './migrations/0021_stored_objects.ts';
import { assets } from './migrations/0022_assets.ts';
import { settingsHash } from './migrations/0023_settings_hash.ts';
import { requestHashes } from './migrations/0024_request_hashes.ts';
import type { Tables } from './tables.ts';

/** Steps by name. One with several parts commits each of them by itself on PostgreSQL; all but the last may run more than once. */
export type Steps = Record<string, Step | readonly Step[]>;

/** Migrations in order. The result of a released migration is never changed. */
export const STEPS: Steps = {
  '0001_first_tables': firstTables,
  '0002_session_ids': sessionIds,
  '0003_orders': orders,
  '0004_desk': adminPanel,
  '0005_feedback': feedback,
  '0006_mail_queue': mailQueue,
  '0007_indexes': indexes,
  '0008_record_totals_index': recordTotalsIndex,
  '0009_rates': rates,
  '0010_card_checkouts': cardCheckouts,
  '0012_thumbnails': thumbnails,
  '0013_mileage_tenths': mileageTenths,
  '0014_archive': archive,
  '0015_audit_users': auditUsers,
  '0016_messages': messages,
  '0017_user_pages': userPages,
  '0018_admin_orders': adminOrders,
  '0019_revenue': revenue,
  '0020_administrators': administrators,
  '0021_stored_objects': storedObjects,
  '0022_assets': assets,
  '0023_settings_hash': settingsHash,
  '0024_request_hashes': requestHashes,
};

const STEP_TABLE = 'kysely_migration';
const NEWER = `The database was written by a newer release of Carnet than this one (${VERSION}): start that release, or restore a backup made with this one.`;

/** A part of a step that has run. */
export interface Part {
  step: string;
  index: number;
}

/** Runs pending migrations of SQLite in one transaction. Throws if a newer release has migrated the database. */
export async function migrateSqlite(db: Kysely<Tables>, steps = STEPS): Promise<void> {
  const columns = columnsOf('sqlite');
  const migrator = migratorOf(db, steps, async (parts, handle) => {
    for (const part of parts) await part(handle, columns);
  });
  await orNewer(db, steps, migrator.migrateToLatest());
}

/**
 * Runs one part of the next pending migration of PostgreSQL, in the transaction `tx`. `last` is the part that this process has run last.
 * Returns the part, or undefined if no migration was pending. Throws if a newer release has migrated the database.
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
  const { results } = await orNewer(tx, steps, migrator.migrateUp());
  const [run] = results ?? [];
  return run && { step: run.migrationName, index };
}

/** The name of the next step; undefined if none is pending, or if a newer release has migrated the database. */
async function nextStep(db: Kysely<Tables>, steps: Steps): Promise<string | undefined> {
  const executed = await executedSteps(db);
  return hasNewer(executed, steps) ? undefined : Object.keys(steps).find((name) => !executed.includes(name));
}

const partsOf = (steps: Steps, name: string): readonly Step[] => [steps[name] ?? []].flat();

function migratorOf(db: Kysely<Tables>, steps: Steps, run: (parts: readonly Step[], handle: Kysely<unknown>) => Promise<void>): Migrator {
  const migrations = Object.fromEntries(
    Object.keys(steps).map((name) => [name, { up: (handle: Kysely<unknown>) => run(partsOf(steps, name), handle) }]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

async function orNewer(db: Kysely<Tables>, steps: Steps, migration: Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  const result = await migration;
  if (!result.error) return result;
  if (hasNewer(await executedSteps(db).catch(() => []), steps)) throw new Error(NEWER, { cause: result.error });
  throw result.error;
}

const hasNewer = (executed: readonly string[], steps: Steps): boolean => executed.some((name) => !Object.hasOwn(steps, name));

/** The schema of the database is not that of this release; logged as the message alone, without a stack. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Throws a SchemaError if migrations are pending, or if a newer release has migrated the database. */
export async function checkSchema(db: Kysely<Tables>): Promise<void> {
  const executed = await executedSteps(db);
  const latest = executed.at(-1);
  if (hasNewer(executed, STEPS)) throw new SchemaError(NEWER);
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
