/**
 * Prints what metrics cost, in microseconds of processor time: for a request, by blocks of requests with and without them in turn, and for a
 * garbage collection. In one process, because two processes of the same program differ by more. Needs --expose-gc.
 */
import { newServer } from '../../../src/server/http/server.ts';
import { prometheusMetrics } from '../../../src/server/ports/prometheus.ts';
import { median } from './trial.ts';

const TABLES = ['sessions', 'vehicles', 'records'];
/** Requests of a block, few so that other activity of the machine affects its neighbour too. */
const BLOCK = 50;
const WARM_UP = 100;
const COLLECTIONS = 300;
const BLOCKS = 1_500;

async function server(isMeasured: boolean) {
  const metrics = isMeasured ? prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }) : undefined;
  const app = await newServer({ logLevel: 'silent', trustProxy: false, isHttps: false }, metrics);
  app.get('/api/vehicles/:vehicleId/records', async (_, reply) => {
    for (const table of TABLES) metrics?.countQuery({ operation: 'select', table, sql: '', milliseconds: Math.random() });
    return reply.send('[]');
  });
  await app.ready();
  return app;
}

/** Microseconds per garbage collection and turn, of the fastest of ten times: the machine may do something else during the others. */
async function collection(): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 10; time++) {
    const before = process.cpuUsage();
    for (let n = 0; n < COLLECTIONS; n++) {
      await globalThis.gc?.({ type: 'minor', execution: 'sync' });
      await new Promise(setImmediate);
    }
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / COLLECTIONS);
  }
  return fastest;
}

type Server = Awaited<ReturnType<typeof server>>;

/** Microseconds per request. */
async function block(app: Server): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < BLOCK; n++) await app.inject('/api/vehicles/1/records');
  const { user, system } = process.cpuUsage(before);
  // Otherwise timers and immediates, such as those that end a request, never run.
  await new Promise(setImmediate);
  return (user + system) / BLOCK;
}

const [off, offAgain] = [await server(false), await server(false)];
const collectionWithout = await collection();
const on = await server(true);
const perCollection = (await collection()) - collectionWithout;
const costs: number[] = [];
const chance: number[] = [];
for (let n = -WARM_UP; n < BLOCKS; n++) {
  const [without, with_, again] = [await block(off), await block(on), await block(offAgain)];
  if (n < 0) continue;
  costs.push(with_ - (without + again) / 2);
  chance.push(again - without);
}
console.log(JSON.stringify({ perRequest: median(costs), chance: median(chance), perCollection }));
process.exit();
