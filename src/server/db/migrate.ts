import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { columnsOf, type DatabaseKind, type Step } from './columns.ts';
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
import type { Tables } from './tables.ts';

/** Migrations in order. A released migration is never changed. */
export const STEPS: Record<string, Step> = {
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
};

const STEP_TABLE = 'kysely_migration';
const NEWER = 'The database was written by a newer release of Carnet: start that release, or restore a backup made with this one.';

/** Runs pending migrations in one transaction; safe in several processes at once. Throws if a newer release has migrated the database. */
export async function migrate(db: Kysely<Tables>, kind: DatabaseKind, steps = STEPS): Promise<void> {
  const columns = columnsOf(kind);
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: (handle: Kysely<unknown>) => step(handle, columns) }]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const executed = await executedSteps(db).catch(() => []);
  if (executed.some((name) => !Object.hasOwn(steps, name))) throw new Error(NEWER, { cause: error });
  throw error;
}

/** The schema of the database is not that of this release; logged as the message alone, without a stack. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Throws a SchemaError if migrations are pending, or if a newer release has migrated the database. */
export async function checkSchema(db: Kysely<Tables>): Promise<void> {
  const executed = await executedSteps(db);
  const latest = executed.at(-1);
  if (executed.some((name) => !Object.hasOwn(STEPS, name))) throw new SchemaError(NEWER);
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
