import type { Operation } from '#contract/records.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { OperationsRepo } from './operations.repo.ts';
import type { RecordRow } from './records.repo.ts';
import { toRecord } from './records.rows.ts';

interface Deps {
  work: Work<{ operations: OperationsRepo }>;
  vehicles: Pick<VehiclesService, 'authorize' | 'listNewestIds'>;
}

export type OperationsService = ReturnType<typeof operationsService>;

const OWN_RECORDS = 500;
const OTHER_VEHICLES = 30;
const RECORDS_OF_EACH_OTHER = 30;
const MOST = 100;

export function operationsService({ work, vehicles }: Deps) {
  return {
    /**
     * Names of work to suggest for a new record, from the newest records of the vehicle and of the caller's other usable vehicles.
     * Throws carsApi.404 and carsApi.hidden.
     */
    async list(caller: Caller, vehicleId: number): Promise<Operation[]> {
      const { id } = await vehicles.authorize(caller, vehicleId);
      const others = (await vehicles.listNewestIds(caller, OTHER_VEHICLES)).filter((other) => other !== id);
      const [own, ofOthers] = await Promise.all([
        work.repos.operations.listNewestOfEach([id], OWN_RECORDS),
        work.repos.operations.listNewestOfEach(others, RECORDS_OF_EACH_OTHER),
      ]);
      return operationsOf(own, ofOthers);
    },
  };
}

interface Found {
  newest: RecordRow;
  count: number;
}

/** By name, of which the letter case does not matter. The rows are sorted from the newest to the oldest. */
function groupByName(rows: readonly RecordRow[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const row of rows) {
    const name = row.operation_name.toLowerCase();
    const known = found.get(name);
    if (known) known.count += 1;
    else found.set(name, { newest: row, count: 1 });
  }
  return found;
}

const mostFrequentFirst = (a: Found, b: Found): number => b.count - a.count;

/** The vehicle's own work, the most frequent first, then that of the others: by name only, since their parts rarely fit. */
function operationsOf(ownRows: readonly RecordRow[], rowsOfOthers: readonly RecordRow[]): Operation[] {
  const own = groupByName(ownRows);
  const others = [...groupByName(rowsOfOthers)].filter(([name]) => !own.has(name)).map(([, found]) => found);
  return [
    ...[...own.values()].sort(mostFrequentFirst).map(({ newest }) => withLast(newest)),
    ...others.sort(mostFrequentFirst).map(({ newest }) => ({ operationName: newest.operation_name, last: null })),
  ].slice(0, MOST);
}

function withLast(row: RecordRow): Operation {
  const { operationName, partName, partCode, price, performedOn } = toRecord(row);
  return { operationName, last: { partName, partCode, price, performedOn } };
}
