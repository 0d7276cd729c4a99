/** Generates the load of a measurement in its own process: `node load.ts '<Load as JSON>'` prints a LoadResult. */
import autocannon, { type Request } from 'autocannon';
import { OWNERS, ownerOf, tokenOf, VEHICLES_EACH } from './data.ts';

export interface Load {
  url: string;
  kind: 'list' | 'create';
  seconds: number;
  connections: number;
  owners?: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Number of different requests per connection; each connection requests random vehicles. */
const DIFFERENT = 400;

export function requestFor(kind: Load['kind'], vehicle: number): Request {
  const path = `/api/vehicles/${vehicle}/records`;
  const headers = { authorization: `Bearer ${tokenOf(ownerOf(vehicle))}` };
  if (kind === 'list') return { method: 'GET', path, headers };
  const body = {
    operationName: 'Заміна оливи',
    partName: 'Олива 5W-30',
    partCode: 'OF-5541',
    price: 86.5,
    reading: 98_100,
    performedOn: '2026-06-14',
  };
  return { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function run({ url, kind, seconds, connections, owners = OWNERS }: Load): Promise<LoadResult> {
  const anyVehicle = (): number => 1 + Math.floor(Math.random() * owners * VEHICLES_EACH);
  const times: number[] = [];
  const load = autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(Array.from({ length: DIFFERENT }, () => requestFor(kind, anyVehicle()))),
  });
  // Autocannon rounds its own percentiles to whole milliseconds.
  load.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const result = await load;
  times.sort((a, b) => a - b);
  const percentile = (part: number): number => Number((times[Math.floor(times.length * part)] ?? 0).toFixed(2));
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as Load)));
