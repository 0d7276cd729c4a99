/** Writes at a steady rate, each of which can be found in the database afterwards. */
import { requestFor } from '../../../bench/load.ts';
import { isSuccess, type Outcome, startLoad } from './load.ts';
import { query } from './postgres-host.ts';
import { randomBelow } from './requests.ts';
import { exactly, type Goal, maximum, type Run } from './trial.ts';

const CONNECTIONS = 40;
/** Part names of the records of a trial begin with it. */
const PREFIX = 'trial-';

interface Writes {
  /** Sends no further writes; resolves when all are answered. */
  stop(): Promise<void>;
  outcomes: readonly (Outcome & { sentAt: number; answeredAt: number })[];
}

/** Creates records for the vehicles of the first `owners` owners of bench/data.ts. */
export function startWrites(urls: readonly string[], rate: number, vehicles: number): Writes {
  const outcomes: (Outcome & { sentAt: number; answeredAt: number })[] = [];
  let count = 0;
  const load = startLoad({
    urls,
    connections: CONNECTIONS,
    rate,
    next: () => {
      const vehicle = 1 + randomBelow(vehicles);
      const { headers, body = '' } = requestFor('create', vehicle);
      const partName = `${PREFIX}${++count}`;
      return {
        kind: partName,
        method: 'POST',
        path: `/api/vehicles/${vehicle}/records`,
        headers,
        body: { ...JSON.parse(body), partName },
      };
    },
    record: (outcome) => {
      const answeredAt = performance.now();
      outcomes.push({ ...outcome, answeredAt, sentAt: answeredAt - outcome.ms });
    },
  });
  return { outcomes, stop: load.stop };
}

interface Failover {
  /** Host with the data now. */
  host: string;
  killedAt: number;
  /** Most seconds until writes succeed again. */
  goal: Goal;
}

/** Reports the writes around the loss of a primary. */
export async function reportWrites(run: Run, { outcomes }: Writes, { host, killedAt, goal }: Failover): Promise<void> {
  const rows = await query<{ part_name: string }>(host, `select part_name from entries where part_name like '${PREFIX}%'`);
  const stored = new Set(rows.map(({ part_name }) => part_name));
  const acknowledged = outcomes.filter(({ status }) => isSuccess(status));
  const failed = outcomes.filter(({ status }) => !isSuccess(status));
  const others = failed.filter(({ status }) => status !== 503);
  const again = acknowledged.filter(({ sentAt }) => sentAt > killedAt).map(({ answeredAt }) => answeredAt);
  const first = again.reduce((earliest, time) => Math.min(earliest, time), Number.POSITIVE_INFINITY);
  const seconds = Number.isFinite(first) ? (first - killedAt) / 1000 : Number.NaN;
  run.measured('writes', outcomes.length);
  run.measured('acknowledged', acknowledged.length);
  run.measured('acknowledged and lost', acknowledged.filter(({ kind }) => !stored.has(kind)).length, '', exactly(0));
  run.measured('from the loss to the first write', seconds, 's', goal);
  run.measured('answered with 503', failed.length - others.length);
  run.measured('answered with 503 and stored', failed.filter(({ kind }) => stored.has(kind)).length);
  run.measured('other errors', others.length, '', exactly(0));
  if (others.length > 0) run.noted('they are', [...new Set(others.map(({ status, error }) => error ?? status))].join(', '));
  run.measured('slowest answer', maximum(outcomes.map(({ ms }) => ms)) / 1000, 's');
}
