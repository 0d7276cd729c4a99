/** What lists lose to 500 photos a second that nginx reads from an object store. What one photo costs: `npm run bench -- photos`. */
import { preparePostgres, prepareSqlite } from '../../bench/data.ts';
import { pin, startCarnet, startDatabase } from './support/carnet.ts';
import { type FloodResult, failuresOf, perSecond, runFlood, several } from './support/flood.ts';
import { startNginx } from './support/nginx.ts';
import { insertPhotos, type PhotoStore, pathOf, startPhotoStore } from './support/photo-store.ts';
import { newFolder } from './support/program.ts';
import { callsOf, randomBelow } from './support/requests.ts';
import { atLeast, exactly, median, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
const PHOTOS = 200;
const LISTS = several(1_000, callsOf(OWNERS).records);
const LIST_CONNECTIONS = 32;
const PHOTO_CONNECTIONS = 40;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const DATABASES = ['sqlite', 'postgres'];

/** Lists alone, and lists and photos at the same time. */
type Round = Record<'alone' | 'beside' | 'photos', FloodResult>;

export const photosBesideLists: Trial = {
  what: 'lists beside photos that nginx reads from an object store (acceptance test 17)',
  needs: ['nginx', 'postgres', 'taskset', 'wrk'],
  options: { database: 'both', rate: '500', seconds: '10', rounds: '3' },
  async run(run) {
    // Programs that it starts, such as PostgreSQL, run on the same core; Carnet has the other one for itself.
    pin(process.pid, LOAD_CORE);
    const store = await startPhotoStore(run);
    const given = run.text('database');
    for (const database of DATABASES) if (given === 'both' || given === database) await ofDatabase(run, database, store);
  },
};

async function prepare(run: Run, database: string): Promise<Record<string, string>> {
  const dataDir = newFolder(run, database);
  const databaseUrl = database === 'postgres' ? (await startDatabase(run)).url : undefined;
  await (databaseUrl ? preparePostgres(databaseUrl, OWNERS) : prepareSqlite(dataDir, OWNERS));
  await insertPhotos(PHOTOS, dataDir, databaseUrl);
  return databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };
}

async function ofDatabase(run: Run, database: string, store: PhotoStore): Promise<void> {
  const settings = { TRUST_PROXY: 'loopback', FILES_SENT_BY: 'nginx', ...store.env };
  const server = await startCarnet(run, { ...(await prepare(run, database)), ...settings });
  pin(server.process.pid, SERVER_CORE);
  const { url } = await startNginx(run, Number(new URL(server.url).port), store.url);
  const requests = several(1_000, () => ({ kind: 'photo', method: 'GET', path: pathOf('store', randomBelow(PHOTOS)) }));
  const [seconds, rate] = [run.number('seconds'), run.number('rate')];
  const lists = () => runFlood(run, { url, requests: LISTS, connections: LIST_CONNECTIONS, seconds });
  const besidePhotos = () => Promise.all([lists(), runFlood(run, { url, requests, connections: PHOTO_CONNECTIONS, seconds, rate })]);
  await besidePhotos();
  const rounds: Round[] = [];
  for (let round = 1; round <= run.number('rounds'); round++) {
    run.say(`${database}: round ${round}`);
    const alone = await lists();
    const [beside, photos] = await besidePhotos();
    rounds.push({ alone, beside, photos });
  }
  const rateOf = (part: keyof Round) => median(rounds.map((round) => perSecond(round[part])));
  run.measured(`${database}: photos`, rateOf('photos'), 'a second', atLeast(0.98 * rate));
  run.measured(`${database}: lists alone`, rateOf('alone'), 'a second');
  run.measured(`${database}: lists beside photos`, rateOf('beside'), 'a second');
  const shares = rounds.map(({ alone, beside }) => (100 * perSecond(beside)) / perSecond(alone));
  run.measured(`${database}: lists, beside photos to alone`, median(shares), '%', atLeast(70));
  run.noted(`${database}: … in each round`, shares.map(Math.round).join(' '));
  const failed = rounds.flatMap((round) => Object.values(round)).reduce((sum, result) => sum + failuresOf(result), 0);
  run.measured(`${database}: failed requests`, failed, '', exactly(0));
  await server.stop();
}
