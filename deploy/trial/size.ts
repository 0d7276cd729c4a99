/** The database of 100,000 users: times of lists and pages, of the sweep and of the backup. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPostgres } from '../../scripts/tools.mjs';
import type { RunningServer } from '../../tests/support/server.ts';
import { type Database, errorsOf, pin, pinPostgres, startCarnet, startDatabase } from './support/carnet.ts';
import { largeCalls } from './support/large-calls.ts';
import { type Filled, fillLarge } from './support/large-database.ts';
import { isFailure, loadFor, newTally, startLoad, type Tally } from './support/load.ts';
import { atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const CONNECTIONS = 100;
/** Milliseconds. */
const GOAL = 100;
const SWEEP_WITHIN = 600_000;
const HALF_AN_HOUR = 1_800_000;

export const size: Trial = {
  what: 'lists, pages, sweep and backup with 100,000 users and 1,000,000 records (acceptance test 8)',
  needs: ['postgres', 'taskset'],
  options: { users: '100000', records: '10', rate: '100', seconds: '240' },
  async run(run) {
    const database = await startDatabase(run);
    const started = performance.now();
    const filled = await fillLarge(database, run.number('users'), run.number('records'), run.say);
    run.measured('filling the database', (performance.now() - started) / 1000, 's');
    run.measured(
      'size of the database',
      Number((await database.query<{ size: string }>('select pg_database_size(current_database()) as size'))[0]?.size) / 1024 ** 2,
      'MB',
    );
    pin(process.pid, LOAD_CORE);
    await pinPostgres(database, SERVER_CORE);
    const server = await startCarnet(run, { DATABASE_URL: database.url });
    pin(server.process.pid, SERVER_CORE);

    run.say('the sweep runs under load');
    const swept = await duringSweep(run, database, server, filled);
    run.measured('lists and pages during the sweep, p99', percentile(swept.times(), 0.99), 'ms');
    run.say('lists and pages');
    const tally = await measured(run, server, filled, run.number('seconds'));
    report(run, tally);
    run.measured('failed requests', tally.count({ status: isFailure }) + swept.count({ status: isFailure }), '', exactly(0));
    if (tally.count({ status: isFailure }) > 0) run.noted('failed', tally.failures());
    run.say('backup');
    await backUp(run, database);
    run.measured('errors in the log', errorsOf([server]).length, '', exactly(0));
  },
};

async function measured(run: Run, server: RunningServer, filled: Filled, seconds: number): Promise<Tally> {
  const { next } = largeCalls(filled);
  const tally = newTally();
  await loadFor(seconds, { urls: [server.url], connections: CONNECTIONS, rate: run.number('rate'), next, record: tally.record });
  return tally;
}

function report(run: Run, tally: Tally): void {
  run.measured('requests', tally.count());
  for (const kind of tally.kinds()) {
    const times = tally.times({ kind });
    run.measured(`${kind}: p99 of ${times.length}`, percentile(times, 0.99), 'ms', atMost(GOAL));
  }
  run.measured('all: p50', percentile(tally.times(), 0.5), 'ms');
  run.measured('all: p99', percentile(tally.times(), 0.99), 'ms', atMost(GOAL));
  run.measured('all: slowest', maximum(tally.times()), 'ms');
}

/** The sweep begins a second after the start, and is due again after an hour when it has deleted everything. */
async function duringSweep(run: Run, { query }: Database, server: RunningServer, filled: Filled): Promise<Tally> {
  const { next } = largeCalls(filled);
  const tally = newTally();
  const load = startLoad({ urls: [server.url], connections: CONNECTIONS, rate: run.number('rate'), next, record: tally.record });
  const started = performance.now();
  const isDone = async () => {
    const rows = await query(`select 1 from jobs where name = 'sweep' and due_at > $1`, [
      new Date(Date.now() + HALF_AN_HOUR).toISOString(),
    ]);
    return rows.length > 0;
  };
  while (!(await isDone()) && performance.now() - started < SWEEP_WITHIN) await after(250);
  run.measured('sweep: expired sessions and old emails', filled.old);
  run.measured('sweep: time under load', (performance.now() - started) / 1000, 's', atMost(SWEEP_WITHIN / 1000));
  await load.stop();
  return tally;
}

async function backUp(run: Run, { url }: Database): Promise<void> {
  const file = join(run.folder, 'carnet.dump');
  const started = performance.now();
  await promisify(execFile)(join(findPostgres() ?? '', 'pg_dump'), ['--format=custom', `--file=${file}`, url]);
  run.measured('backup by pg_dump', (performance.now() - started) / 1000, 's');
  run.measured('size of the backup', statSync(file).size / 1024 ** 2, 'MB');
}
