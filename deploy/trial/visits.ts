/** Visits of everybody change one row; slow commits must not bound how many are counted, nor take the connections of the lists. */
import { setTimeout as after } from 'node:timers/promises';
import { preparePostgres } from '../../bench/data.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { type Database, endWith, errorsOf, setPostgres, startCarnet, startDatabase } from './support/carnet.ts';
import { type Flood, type FloodResult, perSecond, runFlood, several, together } from './support/flood.ts';
import { isSuccess, newTally, startLoad } from './support/load.ts';
import { callsOf } from './support/requests.ts';
import { atLeast, atMost, exactly, median, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
const LISTS = several(1_000, callsOf(OWNERS).records);
const VISITS = several(20_000, callsOf(OWNERS).visit);
/** Connections to each process. */
const VISIT_CONNECTIONS = 40;
const LIST_CONNECTIONS = 4;
/** Visits a second while processes are stopped and killed. */
const RATE_OF_STOPS = 300;

/** Lists and visits, each alone and both at the same time. */
type Round = Record<'listsAlone' | 'visitsAlone' | 'listsBeside' | 'visitsBeside', FloodResult>;

export const visits: Trial = {
  what: 'visits with slow commits, three processes: counted exactly, and lists at the same time (acceptance test 6)',
  needs: ['postgres', 'wrk'],
  options: { processes: '3', commit: '5', rate: '2050', seconds: '10', rounds: '5' },
  async run(run) {
    const database = await startDatabase(run);
    await preparePostgres(database.url, OWNERS);
    await setPostgres(database, 'commit_delay', String(run.number('commit') * 1000));
    await setPostgres(database, 'commit_siblings', '0');
    const env = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback' };
    const servers = await Promise.all(Array.from({ length: run.number('processes') }, () => startCarnet(run, env)));
    run.measured('one commit', await timeOfCommit(database), 'ms', atLeast(run.number('commit')));
    const seconds = run.number('seconds');
    const lists = () => flood(run, servers, { requests: LISTS, connections: LIST_CONNECTIONS, seconds });
    await lists();
    const rounds: Round[] = [];
    for (let round = 1; round <= run.number('rounds'); round++) {
      run.say(`round ${round}: lists, visits, and both`);
      const [listsAlone, visitsAlone] = [await lists(), await visitsFor(run, servers)];
      const [listsBeside, visitsBeside] = await Promise.all([lists(), visitsFor(run, servers)]);
      rounds.push({ listsAlone, visitsAlone, listsBeside, visitsBeside });
    }
    const rateOf = (part: keyof Round) => median(rounds.map((round) => perSecond(round[part])));
    run.measured('visits alone', rateOf('visitsAlone'), 'a second', atLeast(2_000));
    run.measured('visits alone, p99', median(rounds.map(({ visitsAlone }) => visitsAlone.p99)), 'ms');
    run.measured('visits with lists', rateOf('visitsBeside'), 'a second', atLeast(2_000));
    run.measured('lists alone', rateOf('listsAlone'), 'a second');
    run.measured('lists with visits', rateOf('listsBeside'), 'a second');
    const shares = rounds.map(({ listsAlone, listsBeside }) => (100 * perSecond(listsBeside)) / perSecond(listsAlone));
    run.measured('lists, with visits to alone', median(shares), '%', atLeast(70));
    run.noted('… in each round', shares.map(Math.round).join(' '));
    const sum = rounds
      .flatMap(({ visitsAlone, visitsBeside }) => [visitsAlone, visitsBeside])
      .reduce((total, { counts }) => total + (counts['200'] ?? 0), 0);
    run.measured('counted visits that differ from the accepted ones', (await countVisits(database)) - sum, '', exactly(0));
    await stopUnderLoad(run, database, servers);
    run.measured('errors in the log', errorsOf(servers).length, '', exactly(0));
  },
};

const flood = async (run: Run, servers: readonly RunningServer[], settings: Omit<Flood, 'url'>) =>
  together(await Promise.all(servers.map(({ url }) => runFlood(run, { ...settings, url }))));

const visitsFor = (run: Run, servers: readonly RunningServer[]) =>
  flood(run, servers, {
    requests: VISITS,
    connections: VISIT_CONNECTIONS,
    rate: run.number('rate') / servers.length,
    seconds: run.number('seconds'),
  });

const countVisits = async ({ query }: Database): Promise<number> =>
  Number((await query<{ count: string }>('select coalesce(sum(visit_count), 0) as count from visits'))[0]?.count);

async function timeOfCommit({ query }: Database): Promise<number> {
  await query('create table commits (n int)');
  const started = performance.now();
  for (let n = 0; n < 20; n++) await query('insert into commits values (1)');
  const time = (performance.now() - started) / 20;
  await query('drop table commits');
  return time;
}

/** One process is stopped and another is killed under load: what was acknowledged is counted. */
async function stopUnderLoad(run: Run, database: Database, servers: RunningServer[]): Promise<void> {
  run.say('SIGTERM and SIGKILL under load');
  const [stopped, killed] = servers as [RunningServer, RunningServer];
  for (const [server, signal] of [
    [stopped, 'SIGTERM'],
    [killed, 'SIGKILL'],
  ] as const) {
    const counted = await countVisits(database);
    const tally = newTally();
    const load = startLoad({ urls: [server.url], connections: 30, rate: RATE_OF_STOPS, next: callsOf(OWNERS).visit, record: tally.record });
    await after(3_000);
    await endWith(server, signal);
    await load.stop();
    const acknowledged = tally.count({ status: isSuccess });
    const lost = acknowledged - ((await countVisits(database)) - counted);
    run.measured(`${signal}: acknowledged visits`, acknowledged);
    run.measured(`${signal}: acknowledged visits that are not counted`, Math.max(0, lost), '', exactly(0));
    run.measured(`${signal}: counted visits that were not acknowledged`, Math.max(0, -lost), '', atMost(30));
  }
}
