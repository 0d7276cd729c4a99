/** The earliest release with a million sessions: three processes start together, readers go on, and a killed migration starts again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { STEPS } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { databaseUrl } from '../../tests/support/postgres.ts';
import { BUILT_SERVER, NODE_ENV, type RunningServer } from '../../tests/support/server.ts';
import { type Database, startCarnet, startDatabase } from './support/carnet.ts';
import { atMost, exactly, maximum, type Run, type Trial } from './support/trial.ts';

const FIRST_STEP = '0001_first_tables';
/** Milliseconds for a start with migrations. */
const START_WITHIN = 600_000;
/** Milliseconds between two reads of a table. */
const READ_EVERY = 40;
/** Reads of a table at once, at most. */
const READERS = 15;
/** Reads of an owner's requests. */
const READS = {
  sessions: "select user_id from sessions where token_hash = 'c4ca4238a0b923820dcc509a6f75849bx'",
  users: 'select email from users where id = 1',
  vehicles: 'select model from vehicles where user_id = 1',
  records: 'select price from records where vehicle_id = 1',
};
/** The part of the migration's time after which it is killed. */
const KILLED_AFTER = 0.4;

export const migration: Trial = {
  what: 'migrations of the earliest release with a million sessions (acceptance test 9)',
  needs: ['postgres'],
  options: { sessions: '1000000', processes: '3' },
  async run(run) {
    const database = await startDatabase(run);
    run.say('fills the tables of the earliest release');
    await fillEarliest(database, run.number('sessions'));
    const copy = await copied(database, 'killed');

    run.say('the processes start together');
    const readers = Object.entries(READS).map(([table, text]) => ({ table, ...startReader(run, database.url, text) }));
    const started = performance.now();
    const servers = await Promise.all(
      Array.from({ length: run.number('processes') }, () => startCarnet(run, { DATABASE_URL: database.url }, { within: START_WITHIN })),
    );
    const time = performance.now() - started;
    run.measured('until all processes serve', time / 1000, 's');
    run.measured('processes that are ready', await countReady(servers), '', exactly(run.number('processes')));
    for (const { table, stop } of readers) {
      const waits = await stop();
      run.measured(`longest of ${waits.length} reads of ${table}`, maximum(waits) / 1000, 's', atMost(2));
    }
    await Promise.all(servers.map((server) => server.stop()));

    run.say('a migration is killed');
    await startAndKill(run, copy, time * KILLED_AFTER);
    run.measured('steps after the kill', await countSteps(copy), `of ${Object.keys(STEPS).length}`);
    const again = performance.now();
    const server = await startCarnet(run, { DATABASE_URL: copy }, { within: START_WITHIN });
    run.measured('start after the kill', (performance.now() - again) / 1000, 's');
    run.measured('processes that are ready then', await countReady([server]), '', exactly(1));
    run.measured('steps then', await countSteps(copy), '', exactly(Object.keys(STEPS).length));
  },
};

/** Sessions, with a user for every ten, two vehicles of each user and five records of each vehicle, in the tables of the earliest release. */
async function fillEarliest({ url, query }: Database, sessions: number): Promise<void> {
  await migratePostgres(url, () => undefined, { [FIRST_STEP]: STEPS[FIRST_STEP] as (typeof STEPS)[string] });
  const users = Math.ceil(sessions / 10);
  const at = new Date().toISOString();
  await query(
    `insert into users (email, first_name, last_name, password_hash, currency, language, tariff, created_at)
     select 'u' || n || '@example.com', 'Олена', 'Коваль', 'none', 'UAH', 'ua', 'basic', $2 from generate_series(1, $1::int) n`,
    [users, at],
  );
  await query(
    `insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at)
     select md5(n::text) || 'x', 1 + n % $2::int, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', $3, $3
     from generate_series(1, $1::int) n`,
    [sessions, users, at],
  );
  await query(
    "insert into images (id, media_type, bytes, created_at) select 'i' || n, 'image/webp', '', $2 from generate_series(1, $1::int) n",
    [2 * users, at],
  );
  await query(
    `insert into vehicles (user_id, vehicle_type, brand, model, year, color, image_id, created_at)
     select 1 + n % $2::int, 'car', 'Škoda', 'Octavia', 2015, 'white', 'i' || n, $3 from generate_series(1, $1::int) n`,
    [2 * users, users, at],
  );
  await query(
    `insert into records (vehicle_id, operation_name, part_name, part_code, price, reading, performed_on, created_at)
     select 1 + n % $2::int, 'Заміна', 'Фільтр оливи', 'W 712/95', 4500, n % 200000, '2025-03-01', $3 from generate_series(1, $1::int) n`,
    [10 * users, 2 * users, at],
  );
  await query('vacuum analyze');
}

/** Copies the database of a trial, and ends the connections to it, without which PostgreSQL does not copy it; returns the address of the copy. */
async function copied({ url }: Database, name: string): Promise<string> {
  const source = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: databaseUrl(url, 'template1') });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`);
  await client.query(`create database ${name} template ${source}`);
  await client.end();
  return databaseUrl(url, name);
}

/** Reads again and again; a read without an end counts until the stop. */
function startReader({ atEnd }: Run, url: string, text: string): { stop(): Promise<number[]> } {
  const pool = new pg.Pool({ connectionString: url, max: READERS });
  pool.on('error', () => undefined);
  atEnd(() => pool.end());
  const waits: number[] = [];
  const reading = new Set<Promise<void>>();
  const read = async () => {
    const started = performance.now();
    await pool.query(text);
    waits.push(performance.now() - started);
  };
  const timer = setInterval(() => {
    if (reading.size >= READERS) return;
    const current = read().finally(() => reading.delete(current));
    reading.add(current);
  }, READ_EVERY);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(reading);
      return waits;
    },
  };
}

async function countReady(servers: readonly RunningServer[]): Promise<number> {
  const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)));
  return answers.filter(({ status }) => status === 200).length;
}

async function startAndKill({ folder }: Run, url: string, milliseconds: number): Promise<void> {
  const env = { ...NODE_ENV, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DATABASE_URL: url };
  const child = spawn(process.execPath, [BUILT_SERVER], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await after(milliseconds);
  child.kill('SIGKILL');
  await ended;
}

async function countSteps(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*) as count from kysely_migration');
  await client.end();
  return Number(rows[0].count);
}
