/** Three processes on one PostgreSQL through PgBouncer in transaction mode, with fewer connections than processes need at once. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { preparePostgres } from '../../bench/data.ts';
import { openStore } from '../../src/server/db/store.ts';
import { systemClock } from '../../src/server/ports/clock.ts';
import { codesPerHour, registrations, wrongPasswords } from '../../tests/support/account-races.ts';
import { aUser, recordBody, vehicleFields, vehicleForm } from '../../tests/support/builders.ts';
import { dueMails } from '../../tests/support/mail-races.ts';
import { completions, notices, oneOpenOrder } from '../../tests/support/order-races.ts';
import { request } from '../../tests/support/processes.ts';
import {
  noteWriters,
  type Pair,
  type Race,
  sameRecordKey,
  sameVehicleKey,
  sameVin,
  vehicleChanges,
  vehicleLimit,
} from '../../tests/support/races.ts';
import { type RunningServer, startServer } from '../../tests/support/server.ts';
import { errorsOf, startDatabase } from './support/carnet.ts';
import { isFailure, loadFor, newTally } from './support/load.ts';
import { hasStatements, startPgBouncer } from './support/pgbouncer.ts';
import { callsOf, mixOf } from './support/requests.ts';
import { atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

/** Runs from source, because the races control the clock of its jobs. */
const ENTRY = join(import.meta.dirname, '..', '..', 'tests', 'support', 'server-process.ts');
const OWNERS = 50;
const LIMITS = { statement_timeout: 5_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 15_000 };
const AT_ONCE = 30;
const LOCK_TIMEOUT = '55P03';
const RACES: Record<string, Race> = {
  'one key, 20 vehicles': sameVehicleKey,
  'one key, 20 records': sameRecordKey,
  'one VIN, 20 vehicles': sameVin,
  'limit of the basic tariff': vehicleLimit('basic', 1),
  'limit of the family tariff': vehicleLimit('family', 5),
  '20 notes': noteWriters,
  '20 changes of a vehicle': vehicleChanges,
  '20 wrong passwords': wrongPasswords,
  '20 codes': codesPerHour,
  '20 registrations': registrations,
  'one open order': oneOpenOrder,
  'job: completed orders': completions,
  'job: notices': notices,
  '20 due emails': dueMails,
};

export const pgbouncer: Trial = {
  what: 'three processes through PgBouncer in transaction mode (acceptance test 11)',
  needs: ['postgres', 'pgbouncer'],
  options: { processes: '3', pool: '5', rate: '100', seconds: '20' },
  async run(run) {
    const database = await startDatabase(run);
    const bouncer = await startPgBouncer(run, database.url, run.number('pool'));
    run.noted('PgBouncer', bouncer.version);
    const direct = { DATABASE_URL: bouncer.url };
    const pooled = { ...direct, DATABASE_POOLER: 'transaction' };
    run.say(`without settings: ${await rejectionOf(run, direct)}`);
    run.say(`without the limits of the role: ${await rejectionOf(run, pooled)}`);
    for (const [name, value] of Object.entries(LIMITS))
      await database.query(`alter role carnet in database postgres set ${name} = ${value}`);
    await bouncer.administer('reconnect');
    const isNamed = hasStatements(bouncer.version);
    if (!isNamed) run.say(`with named statements: ${await rejectionOf(run, pooled)}`);
    const env = { ...pooled, DATABASE_PREPARED: isNamed ? 'on' : 'off' };

    run.say('starting the processes at once on an empty database');
    const startAll = () => Promise.all(Array.from({ length: run.number('processes') }, () => startProcess(run, env)));
    const first = await startAll();
    run.measured('administrators', (await database.query('select from admins')).length, '', exactly(1));
    // While no process runs: its sweep would delete the sessions before they get their date.
    await Promise.all(first.map((server) => server.stop()));
    await preparePostgres(database.url, OWNERS);
    const servers = await startAll();
    run.noted('statement_timeout of a session', await statementTimeout(bouncer.url));
    const store = await openStore({ dataDir: '', databaseUrl: database.url, onError: () => undefined });
    run.atEnd(() => store.close());
    const user = () => aUser({ store, clock: systemClock }, { tariff: 'business' });
    // Before the races, some of which advance the clock. The load also uses statements that have failed behind the lock.
    run.measured('list behind a locked table', await behindLock(servers, database.url, (await user()).token), 's', atMost(4));
    await underLoad(run, servers);
    let failed = 0;
    const check = async (name: string, work: () => Promise<void>): Promise<void> => {
      run.say(name);
      await work().catch((error: Error) => {
        failed++;
        run.say(`failed: ${error.message}`);
      });
    };
    const two = { servers: servers.slice(0, 2), store } as unknown as Pair;
    for (const [name, race] of Object.entries(RACES)) await check(name, () => race(two));
    await check('one key over all processes', async () => sameKey(servers, (await user()).token));
    await check('a session on all processes until it ends', async () => sessionEverywhere(servers, (await user()).token));
    run.measured('checks and races', Object.keys(RACES).length + 2);
    run.measured('failed checks and races', failed, '', exactly(0));

    const [pool] = (
      await bouncer.administer<{ database: string; sv_active: string; sv_idle: string; sv_used: string }>('show pools')
    ).filter((row) => row.database === 'postgres');
    run.measured(
      'connections to PostgreSQL',
      [pool?.sv_active, pool?.sv_idle, pool?.sv_used].reduce((sum, count) => sum + Number(count), 0),
      '',
      atMost(run.number('pool')),
    );
    // The list behind the locked table is logged.
    const errors = errorsOf(servers).filter((line) => !line.includes(LOCK_TIMEOUT));
    for (const line of errors) run.say(line);
    run.measured('other errors in the log', errors.length, '', exactly(0));
  },
};

/** All processes write their emails to one folder. */
async function startProcess({ folder, atEnd }: Run, env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ LOG_LEVEL: 'error', DATA_DIR: join(folder, 'data'), ...env }, ENTRY);
  atEnd(() => server.stop());
  return server;
}

/** The message with which a start fails. */
async function rejectionOf(run: Run, env: Record<string, string>): Promise<string> {
  try {
    await startProcess(run, env);
    return 'starts';
  } catch (error) {
    return /Carnet could not start\. (.*)/.exec((error as Error).message)?.[1] ?? (error as Error).message;
  }
}

async function statementTimeout(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout');
  await client.end();
  return rows[0]?.statement_timeout ?? '';
}

const serverOf = (servers: readonly RunningServer[], index: number): RunningServer => servers[index % servers.length] as RunningServer;

/** Many creates with one key, spread over the processes, make one vehicle. */
async function sameKey(servers: readonly RunningServer[], token: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const fields = vehicleFields();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) =>
      request(serverOf(servers, index), 'POST', '/api/vehicles', { token, form: await vehicleForm(fields), headers }),
    ),
  );
  deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201]);
  strictEqual(new Set(answers.map(({ body }) => body.data.id)).size, 1);
}

async function sessionEverywhere(servers: readonly RunningServer[], token: string): Promise<void> {
  const statuses = () => Promise.all(servers.map(async (server) => (await request(server, 'GET', '/api/users/user', { token })).status));
  deepStrictEqual(
    await statuses(),
    servers.map(() => 200),
  );
  strictEqual((await request(serverOf(servers, 0), 'POST', '/api/users/logout', { token })).status, 200);
  deepStrictEqual(
    await statuses(),
    servers.map(() => 401),
  );
}

/** Seconds until a list of records is answered with 503 while another session holds a lock on the table. */
async function behindLock(servers: readonly RunningServer[], url: string, token: string): Promise<number> {
  const server = serverOf(servers, 0);
  const { body } = await request(server, 'POST', '/api/vehicles', { token, form: await vehicleForm() });
  const path = `/api/vehicles/${body.data.id}/records`;
  strictEqual((await request(server, 'POST', path, { token, body: recordBody() })).status, 201);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table records');
  const started = performance.now();
  const { status } = await request(server, 'GET', path, { token });
  const seconds = (performance.now() - started) / 1000;
  const ended = once(client, 'end');
  await client.query('rollback');
  await client.end();
  await ended;
  return status === 503 ? seconds : Number.NaN;
}

/** Reads and creates on all processes. */
async function underLoad(run: Run, servers: readonly RunningServer[]): Promise<void> {
  run.say('requests of all kinds');
  const tally = newTally();
  const calls = callsOf(OWNERS);
  const next = mixOf([
    [0.5, calls.records],
    [0.2, calls.vehicles],
    [0.3, calls.create],
  ]);
  await loadFor(run.number('seconds'), {
    urls: servers.map((server) => server.url),
    connections: 30,
    rate: run.number('rate'),
    next,
    record: tally.record,
  });
  run.measured('requests', tally.count());
  run.measured('failed requests', tally.count({ status: isFailure }), '', exactly(0));
  if (tally.count({ status: isFailure }) > 0) run.noted('they are', tally.failures());
  run.measured('p50', percentile(tally.times(), 0.5), 'ms');
  run.measured('p99', percentile(tally.times(), 0.99), 'ms');
  run.measured('slowest request', maximum(tally.times()), 'ms');
}
