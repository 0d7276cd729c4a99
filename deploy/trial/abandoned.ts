/** Searches of one account that nobody waits for: the lists of other owners stay fast. */

import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { workRow } from '#tests/support/work-rows.ts';
import { preparePostgres, prepareSqlite } from '../../bench/data.ts';
import { openStore } from '../../src/server/db/store.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { pin, readMetrics, startCarnet, startDatabase } from './support/carnet.ts';
import { isFailure, isSuccess, newAgent, newTally, send, startLoad } from './support/load.ts';
import { headersOf } from './support/requests.ts';
import { atLeast, atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

/** The searching account, its vehicle, and the account that lists its vehicles. */
const ATTACKER = 1;
const VEHICLE = 1;
const OTHER = 2;
const TEXT = 'о'.repeat(200);
/** Almost matches the text at each of its letters. */
const SEARCH = `${'о'.repeat(58)}и`;
const LISTS_PER_SECOND = 20;
/** Seconds of lists after the searches were abandoned. */
const AFTERWARDS = 15;
const SERVER_CORE = 0;

export const abandoned: Trial = {
  what: 'lists during abandoned searches of one account',
  needs: ['taskset'],
  options: { database: 'sqlite', searches: '1000', records: '2000', seconds: '8' },
  async run(run) {
    const server = await startFilled(run);
    pin(server.process.pid, SERVER_CORE);
    const lists = newTally();
    const list = { kind: 'list', method: 'GET', path: '/api/vehicles', headers: headersOf(OTHER) } as const;
    const load = startLoad({ urls: [server.url], connections: 20, rate: LISTS_PER_SECOND, next: () => list, record: lists.record });
    await pause(1_000);
    const searches = await searchFor(run, server);
    run.say('the searches are abandoned');
    await pause(AFTERWARDS * 1_000);
    const read = await readMetrics(server);
    await load.stop();

    for (const status of [200, 429, 503, 0])
      run.measured(`searches: ${status || 'without an answer'}`, searches.count({ status: (one) => one === status }));
    run.measured('lists', lists.count());
    run.measured('lists not answered with 200', lists.count({ status: isFailure }), '', exactly(0));
    if (lists.count({ status: isFailure }) > 0) run.noted('… they were', lists.failures());
    run.measured('lists, p99', percentile(lists.times({ status: isSuccess }), 0.99), 'ms', atMost(300));
    run.measured('lists, slowest', maximum(lists.times({ status: isSuccess })), 'ms');
    const within = read('carnet_http_request_duration_seconds_bucket', { route: list.path, le: '0.25' });
    run.measured('lists within 250 ms at the server', (100 * within) / lists.count(), '%', atLeast(99));
    run.measured('requests in flight afterwards', read('carnet_http_requests_in_flight'), '', atMost(1));
  },
};

async function startFilled(run: Run): Promise<RunningServer> {
  const isPostgres = run.text('database') === 'postgres';
  const databaseUrl = isPostgres ? (await startDatabase(run)).url : undefined;
  await (databaseUrl ? preparePostgres(databaseUrl, OTHER) : prepareSqlite(run.folder, OTHER));
  const store = await openStore({ dataDir: run.folder, databaseUrl, onError: console.error });
  const record = { vehicle_id: VEHICLE, operation_name: TEXT, part_name: TEXT, part_code: '-', price: 1, reading: 0 };
  const at = { performed_on: '2024-01-01', created_at: '2024-01-01T00:00:00.000Z' };
  for (let n = 0; n < run.number('records'); n++)
    await store.db
      .insertInto('entries')
      .values(workRow({ ...record, ...at }))
      .execute();
  await store.close();
  return startCarnet(run, databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: run.folder });
}

/** Searches once over each of many connections, and disconnects all of them. */
async function searchFor(run: Run, { url }: RunningServer) {
  const tally = newTally();
  const path = `/api/vehicles/${VEHICLE}/timeline?q=${encodeURIComponent(SEARCH)}`;
  const search = { kind: 'search', method: 'GET', path, headers: headersOf(ATTACKER) } as const;
  run.say(`${run.text('searches')} connections search for ${run.text('seconds')} s`);
  const agents = Array.from({ length: run.number('searches') }, () => newAgent(url));
  const work: Promise<void>[] = [];
  for (const agent of agents) {
    work.push(send(url, search, agent).then(tally.record));
    // The lists are sent by this process, too.
    await immediate();
  }
  await pause(run.number('seconds') * 1_000);
  for (const agent of agents) agent.destroy();
  await Promise.all(work);
  return tally;
}
