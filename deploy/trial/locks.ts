/** Locks in PostgreSQL that others hold for long, and a commit that waits for a standby that does not exist. */
import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { ownerOf, preparePostgres, VEHICLES_EACH } from '../../bench/data.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { countAnswers, type Database, setPostgres, startCarnet, startDatabase } from './support/carnet.ts';
import { type Call, isFailure, isSuccess, loadFor, newTally, send, startLoad, type Tally } from './support/load.ts';
import { callsOf, headersOf, mixOf, randomBelow } from './support/requests.ts';
import { atLeast, atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
const RATE = 60;
/** Enough for all requests that wait at the same time. */
const CONNECTIONS = 600;
/** Creates of the owner whose row is held. */
const CREATES = 12;
/** Kinds of requests that read or write the table records. */
const OF_RECORDS = ['records', 'vehicles', 'create'];
const OTHERS = ['user', 'note', 'prices', 'visit'];

export const locks: Trial = {
  what: 'locks that others hold, an idle transaction, and commits that hang (acceptance tests 2 and 3)',
  needs: ['postgres'],
  options: { seconds: '40', pool: '20', lock: '500' },
  async run(run) {
    const database = await startDatabase(run);
    await preparePostgres(database.url, OWNERS);
    const env = {
      DATABASE_URL: `${database.url}?lock_timeout=${run.text('lock')}`,
      TRUST_PROXY: 'loopback',
      DATABASE_POOL: run.text('pool'),
    };
    const server = await startCarnet(run, env);
    const holder = await connect(run, database);
    await tableLock(run, server, holder);
    await ownerLock(run, server, holder);
    await idleTransaction(run, database, await startCarnet(run, env));
    await silentCommit(run, database, server);
    run.measured('answers with 500', await countAnswers(server, '500'), '', exactly(0));
  },
};

async function connect({ atEnd }: Run, { url }: Database): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  atEnd(() => client.end());
  return client;
}

/** Holds a lock while requests are sent; returns what became of them. */
async function during(seconds: number, server: RunningServer, holder: pg.Client, lock: string, next: () => Call): Promise<Tally> {
  const tally = newTally();
  await holder.query('begin');
  await holder.query(lock);
  await loadFor(seconds, { urls: [server.url], connections: CONNECTIONS, rate: RATE, next, record: tally.record });
  await holder.query('rollback');
  return tally;
}

async function tableLock(run: Run, server: RunningServer, holder: pg.Client): Promise<void> {
  run.say('the table records is locked');
  const calls = callsOf(OWNERS);
  const next = mixOf([
    [0.2, calls.records],
    [0.1, calls.vehicles],
    [0.1, calls.create],
    [0.15, calls.user],
    [0.1, calls.note],
    [0.1, calls.prices],
    [0.1, calls.visit],
    [0.15, calls.page],
  ]);
  const tally = await during(run.number('seconds'), server, holder, 'lock table records in access exclusive mode', next);
  if (tally.count({ kind: [...OTHERS, 'page'], status: isFailure }) > 0) run.noted('records locked: failed', tally.failures());
  run.measured('records locked: requests that do not need it', tally.count({ kind: OTHERS }));
  run.measured('… failed', tally.count({ kind: OTHERS, status: isFailure }), '', exactly(0));
  run.measured('… p99', percentile(tally.times({ kind: OTHERS }), 0.99), 'ms', atMost(500));
  run.measured('… pages, p99', percentile(tally.times({ kind: 'page' }), 0.99), 'ms', atMost(300));
  run.measured('… pages failed', tally.count({ kind: 'page', status: isFailure }), '', exactly(0));
  run.measured('records locked: requests that need it', tally.count({ kind: OF_RECORDS }));
  run.measured('… not answered with 503', tally.count({ kind: OF_RECORDS, status: (status) => status !== 503 }), '', exactly(0));
  run.measured('… slowest', maximum(tally.times({ kind: OF_RECORDS })), 'ms', atMost(4_000));
  const { status, ms } = await send(server.url, calls.records());
  run.measured('… after the lock: status', status, '', exactly(200));
  run.measured('… after the lock: time', ms, 'ms', atMost(500));
}

async function ownerLock(run: Run, server: RunningServer, holder: pg.Client): Promise<void> {
  run.say('the row of one owner is locked');
  const calls = callsOf(OWNERS);
  const [held, other] = [OWNERS, OWNERS - 1];
  const others = callsOf(other);
  const mix = mixOf([
    [0.4, others.records],
    [0.2, others.vehicles],
    [0.2, others.create],
    [0.2, others.page],
  ]);
  let creates = 0;
  const next = (): Call => {
    if (creates >= CREATES) return mix();
    creates++;
    return { ...calls.create((held - 1) * VEHICLES_EACH + 1 + randomBelow(VEHICLES_EACH)), kind: 'create of the owner' };
  };
  const lock = `select u.id from users u join vehicles v on v.user_id = u.id where u.id = ${held} for update`;
  const tally = await during(Math.min(15, run.number('seconds')), server, holder, lock, next);
  const kinds = ['records', 'vehicles', 'create', 'page'];
  if (tally.count({ kind: kinds, status: isFailure }) > 0) run.noted('an owner locked: failed', tally.failures());
  run.measured('an owner locked: requests of others', tally.count({ kind: kinds }));
  run.measured('… failed', tally.count({ kind: kinds, status: isFailure }), '', exactly(0));
  run.measured('… p99', percentile(tally.times({ kind: kinds }), 0.99), 'ms');
  run.measured(
    'an owner locked: creates of that owner with 503',
    tally.count({ kind: 'create of the owner', status: (status) => status === 503 }),
    `of ${CREATES}`,
  );
  run.measured('… slowest', maximum(tally.times({ kind: 'create of the owner' })), 'ms', atMost(6_000));
}

/** With a key, the create is a transaction of several statements. */
function createOnce(): Call {
  const { headers, ...call } = callsOf(OWNERS).create();
  return { ...call, headers: { ...headers, 'idempotency-key': randomUUID() } };
}

/** A process stops in the middle of transactions, as a suspended virtual machine does. */
async function idleTransaction(run: Run, database: Database, server: RunningServer): Promise<void> {
  run.say('a process is suspended in transactions');
  // No other process has work at the moment.
  const idle = () =>
    database.query(`select pid from pg_stat_activity where application_name = 'carnet' and state like 'idle in transaction%'`);
  let suspended = 0;
  let ended = Promise.resolve();
  for (let attempt = 0; attempt < 20; attempt++) {
    const load = startLoad({ urls: [server.url], connections: 30, next: createOnce, record: () => undefined });
    await after(300 + randomBelow(200));
    server.process.kill('SIGSTOP');
    await after(200);
    suspended = (await idle()).length;
    ended = load.stop();
    if (suspended > 0) break;
    server.process.kill('SIGCONT');
    await ended;
  }
  const stopped = performance.now();
  while ((await idle()).length > 0 && performance.now() - stopped < 60_000) await after(100);
  run.measured('a suspended process: sessions idle in a transaction', suspended, '', atLeast(1));
  run.measured('… ended after', (performance.now() - stopped) / 1000, 's', atMost(20));
  server.process.kill('SIGCONT');
  await ended;
  const { status } = await send(server.url, callsOf(OWNERS).records());
  run.measured('… then the process answers a list with', status, '', exactly(200));
}

async function silentCommit(run: Run, database: Database, server: RunningServer): Promise<void> {
  run.say('commits wait for a standby that does not exist');
  const calls = callsOf(OWNERS);
  await setPostgres(database, 'synchronous_standby_names', 'ghost');
  await after(1_000);
  const tally = newTally();
  const reads = mixOf([
    [0.5, calls.records],
    [0.3, calls.vehicles],
    [0.2, calls.page],
  ]);
  const load = startLoad({ urls: [server.url], connections: CONNECTIONS, rate: RATE, next: reads, record: tally.record });
  const writes = newTally();
  const writing = startLoad({ urls: [server.url], connections: 50, rate: 1, next: () => calls.create(), record: writes.record });
  await after(Math.min(20, run.number('seconds')) * 1000);
  await Promise.all([load.stop(), writing.stop()]);
  await setPostgres(database, 'synchronous_standby_names', '');
  run.measured('commits hang: writes', writes.count());
  run.measured('… not answered with 503', writes.count({ status: (status) => status !== 503 }), '', exactly(0));
  run.measured('… without Retry-After', writes.withoutRetryAfter(), '', exactly(0));
  run.measured('… slowest', maximum(writes.times()) / 1000, 's', atMost(20));
  if (tally.count({ status: isFailure }) > 0) run.noted('commits hang: failed reads', tally.failures());
  run.measured('commits hang: reads', tally.count());
  run.measured('… failed', tally.count({ status: isFailure }), '', exactly(0));
  run.measured('… p99', percentile(tally.times({ status: isSuccess }), 0.99), 'ms', atMost(1_000));
  const { status } = await send(server.url, { ...calls.user(), headers: headersOf(ownerOf(1)) });
  run.measured('… afterwards: status of a read', status, '', exactly(200));
}
