import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SECOND } from '#contract/time.ts';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { databaseName } from '#server/db/database-name.ts';
import { STEPS, unknownSchema } from '#server/db/migrate.ts';
import { postgresLimits, sessionLimits, withLimits } from '#server/db/postgres-limits.ts';
import { checkPooler, PoolerError, type PoolerSettings } from '#server/db/postgres-pooler.ts';
import { error, type Finding, ok, reasonOf } from './finding.ts';

interface Executed {
  name: string;
  timestamp: string;
}

interface DatabaseSettings {
  databaseUrl: string | undefined;
  dataDir: string;
  pool: number;
  isPooled: boolean;
  isPrepared: boolean;
  runsMigrations: boolean;
}

/** Milliseconds. */
const TIMEOUT = 5 * SECOND;
const MAX_CLOCK_DIFFERENCE = 5 * SECOND;
/** Major version; older ones are not maintained and were never tested. */
const OLDEST_POSTGRES = 13;
const STEP_LIST = 'select name, timestamp from kysely_migration order by name';

const difference = (milliseconds: number): string => `${(Math.abs(milliseconds) / SECOND).toFixed(1)} s`;

export function checkDatabase(settings: DatabaseSettings): Promise<Finding[]> | Finding[] {
  return settings.databaseUrl ? checkPostgres(settings.databaseUrl, settings) : checkSqlite(settings);
}

/** The schema, from the list of executed migrations; empty for a new database. */
function checkSchema(executed: readonly Executed[], runsMigrations: boolean): Finding[] {
  const known = Object.keys(STEPS);
  const unknown = unknownSchema(executed.map(({ name }) => name));
  if (unknown) return [error(`Schema: ${unknown}`)];
  const latest = Math.max(0, ...executed.map(({ timestamp }) => Date.parse(timestamp)));
  const pending = known.length - executed.length;
  return [
    pending > 0 && !runsMigrations
      ? error(`Schema: ${pending} migrations are pending. Run "npm run migrate", or "carnet migrate" of a package.`)
      : ok(`Schema: ${pending === 0 ? `current (${known.at(-1)})` : `the next start runs ${pending} migrations`}`),
    ...(latest > Date.now() + MAX_CLOCK_DIFFERENCE
      ? [error(`Clock: this computer is ${difference(latest - Date.now())} behind the last migration. Set its clock, best with NTP.`)]
      : []),
  ];
}

function checkSqlite(settings: DatabaseSettings): Finding[] {
  const file = join(settings.dataDir, DATABASE_FILE);
  const name = databaseName(settings);
  if (!existsSync(file)) return [ok(`Database: ${name} will be created on the first start`)];
  try {
    const database = new DatabaseSync(file, { timeout: TIMEOUT });
    try {
      const { version } = database.prepare('select sqlite_version() as version').get() as { version: string };
      const { encoding } = database.prepare('pragma encoding').get() as { encoding: string };
      database.exec('begin immediate; create table doctor_write_test (id integer); rollback');
      const hasSteps = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
      if (!hasSteps && database.prepare('select 1 from sqlite_master limit 1').get())
        return [error(`Database: ${name} belongs to another program. Move the file away, or set another DATA_DIR.`)];
      const executed = hasSteps ? (database.prepare(STEP_LIST).all() as unknown as Executed[]) : [];
      return [ok(`Database: ${name}, SQLite ${version}, ${encoding}, can be written`), ...checkSchema(executed, settings.runsMigrations)];
    } finally {
      database.close();
    }
  } catch (failure) {
    return [
      error(`Database: ${name} cannot be used (${reasonOf(failure)}). Check the owner of the file and the disk, or restore a backup.`),
    ];
  }
}

async function checkPostgres(url: string, settings: DatabaseSettings): Promise<Finding[]> {
  const limits = postgresLimits(url);
  const name = databaseName(settings);
  const client = new pg.Client({ connectionString: withLimits(url), connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (failure) {
    return [error(`Database: ${name} cannot be reached (${reasonOf(failure)}). Check DATABASE_URL, the server and its pg_hba.conf.`)];
  }
  try {
    return [
      ...(await checkServer(client, name, settings.pool)),
      ...(settings.isPooled ? await checkPooling(client, { limits: sessionLimits(limits), isPrepared: settings.isPrepared }) : []),
      await checkWrite(client),
      ...checkSchema(await stepsOf(client), settings.runsMigrations),
    ];
  } catch (failure) {
    return [error(`Database: ${name} does not answer as expected (${reasonOf(failure)}). Look into the log of PostgreSQL.`)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkPooling(client: pg.Client, settings: PoolerSettings): Promise<Finding[]> {
  try {
    await checkPooler(client, settings);
    return [ok('Pooler: passes the time limits on, and statements work')];
  } catch (failure) {
    if (!(failure instanceof PoolerError)) throw failure;
    return [error(`Pooler: ${failure.message}`)];
  }
}

interface ServerFacts {
  version: number;
  encoding: string;
  collation: string;
  connections: number;
  now: number;
}

async function checkServer(client: pg.Client, name: string, pool: number): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      datcollate as collation, current_setting('max_connections')::int as connections,
      (extract(epoch from clock_timestamp()) * 1000)::float as now
    from pg_database where datname = current_database()`);
  const after = Date.now();
  const { version, encoding, collation, connections, now } = rows[0] as ServerFacts;
  const major = Math.floor(version / 10_000);
  const ahead = now < before ? before - now : Math.max(0, now - after);
  return [
    ok(`Database: ${name}, PostgreSQL ${major}, encoding ${encoding}, collation ${collation}`),
    ...(major < OLDEST_POSTGRES ? [error(`Database: PostgreSQL ${major} is too old. Upgrade it to ${OLDEST_POSTGRES} or newer.`)] : []),
    ...(encoding === 'UTF8'
      ? []
      : [error(`Database: the encoding is ${encoding}. Create a database with encoding 'UTF8' and move the data.`)]),
    ...(pool < connections
      ? []
      : [
          error(
            `Database: DATABASE_POOL is ${pool}, but the server allows ${connections} connections in all. Lower it, or raise max_connections.`,
          ),
        ]),
    ahead > MAX_CLOCK_DIFFERENCE
      ? error(`Clock: this computer and the database differ by ${difference(ahead)}. Set both clocks, best with NTP.`)
      : ok('Clock: agrees with the database'),
  ];
}

/** Creates a table in a transaction that is rolled back. */
async function checkWrite(client: pg.Client): Promise<Finding> {
  try {
    await client.query('begin');
    await client.query('create table doctor_write_test (id integer)');
    await client.query('rollback');
    return ok('Database: can be written, and tables can be created');
  } catch (failure) {
    await client.query('rollback').catch(() => undefined);
    const remedy = 'Use the primary server, and give the user of DATABASE_URL the right to create tables in the schema "public"';
    return error(`Database: cannot be written (${reasonOf(failure)}). ${remedy}.`);
  }
}

async function stepsOf(client: pg.Client): Promise<Executed[]> {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('kysely_migration') as found");
  return rows[0]?.found ? (await client.query<Executed>(STEP_LIST)).rows : [];
}
