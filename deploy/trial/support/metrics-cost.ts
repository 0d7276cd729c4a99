/**
 * Prints what metrics cost per request, in microseconds of CPU time, measured with blocks of requests with and without them in turn. Uses
 * one process, because two processes of the same program differ by more.
 */
import { tmpdir } from 'node:os';
import { newServer } from '../../../src/server/http/server.ts';
import { prometheusMetrics } from '../../../src/server/ports/prometheus.ts';
import { median } from './trial.ts';

const TABLES = ['sessions', 'vehicles', 'entries'];
/** Requests of a block, few so that other activity of the machine affects its neighbour too. */
const BLOCK = 50;
const WARM_UP = 100;
const BLOCKS = 1_500;

async function server(isMeasured: boolean) {
  const metrics = isMeasured ? prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, tmpdir()) : undefined;
  const app = await newServer({ logLevel: 'silent', trustProxy: false, isHttps: false }, { metrics });
  app.get('/api/vehicles/:vehicleId/records', async (_, reply) => {
    for (const table of TABLES) metrics?.countQuery({ operation: 'select', table, sql: '', milliseconds: Math.random() });
    return reply.send('[]');
  });
  await app.ready();
  return app;
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
const on = await server(true);
const costs: number[] = [];
const chance: number[] = [];
for (let n = -WARM_UP; n < BLOCKS; n++) {
  const [without, with_, again] = [await block(off), await block(on), await block(offAgain)];
  if (n < 0) continue;
  costs.push(with_ - (without + again) / 2);
  chance.push(again - without);
}
console.log(JSON.stringify({ perRequest: median(costs), chance: median(chance) }));
process.exit();
