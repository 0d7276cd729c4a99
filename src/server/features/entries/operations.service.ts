import { folded } from '#contract/folded.ts';
import type { Operation } from '#contract/records.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { EntryRow } from './entries.repo.ts';
import type { OperationsRepo } from './operations.repo.ts';
import { toRecord } from './records/records.kind.ts';

interface Deps {
  work: Work<{ operations: OperationsRepo }>;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'listNewestIds'>;
}

export type OperationsService = ReturnType<typeof operationsService>;

const OWN_RECORDS = 500;
const OTHER_VEHICLES = 30;
const RECORDS_PER_OTHER_VEHICLE = 30;
const OPERATIONS_MAX = 100;

export function operationsService({ work, access, vehicles }: Deps) {
  return {
    /**
     * Operation names to suggest for a new record, from the newest records of the vehicle and of the caller's other usable vehicles.
     * Throws carsApi.404 and carsApi.hidden.
     */
    async list(caller: Caller, vehicleId: number): Promise<Operation[]> {
      const { id } = (await access.open(caller, vehicleId)).vehicle;
      const others = (await vehicles.listNewestIds(caller, OTHER_VEHICLES)).filter((other) => other !== id);
      const [own, ofOthers] = await Promise.all([
        work.repos.operations.listNewestOfEach([id], OWN_RECORDS),
        work.repos.operations.listNewestOfEach(others, RECORDS_PER_OTHER_VEHICLE),
      ]);
      return operationsOf(own, ofOthers);
    },
  };
}

interface Group {
  newest: EntryRow;
  count: number;
}

/** Groups records by folded name. The rows are sorted newest first. */
function groupByName(rows: readonly EntryRow[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const name = folded(row.operation_name ?? '');
    const group = groups.get(name);
    if (group) group.count += 1;
    else groups.set(name, { newest: row, count: 1 });
  }
  return groups;
}

const mostFrequentFirst = (a: Group, b: Group): number => b.count - a.count;

/** The vehicle's own operations, most frequent first, then the names of the other vehicles' operations: their parts rarely fit. */
function operationsOf(ownRows: readonly EntryRow[], rowsOfOthers: readonly EntryRow[]): Operation[] {
  const own = groupByName(ownRows);
  const others = [...groupByName(rowsOfOthers)].filter(([name]) => !own.has(name)).map(([, group]) => group);
  return [
    ...[...own.values()].sort(mostFrequentFirst).map(({ newest }) => withLast(newest)),
    ...others.sort(mostFrequentFirst).map(({ newest }) => ({ operationName: toRecord(newest).operationName, last: null })),
  ].slice(0, OPERATIONS_MAX);
}

function withLast(row: EntryRow): Operation {
  const { operationName, partName, partCode, price, currency, performedOn } = toRecord(row);
  return { operationName, last: { partName, partCode, price, currency, performedOn } };
}
