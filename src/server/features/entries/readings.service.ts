import type { ReferenceReading } from '#contract/records.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { toReferenceReading } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';

export type { ReadingsRepo } from './readings.repo.ts';

interface Deps {
  work: Pick<Work<{ readings: ReadingsRepo }>, 'repos'>;
  access: VehicleAccess;
}

/** In the vehicle's unit. */
export interface Readings {
  before: ReferenceReading | null;
  after: ReferenceReading | null;
  highest: ReferenceReading | null;
}

export interface ReadingsQuery {
  performedOn?: string | undefined;
  except?: number | undefined;
}

export type ReadingsService = ReturnType<typeof readingsService>;

export const readingsService = ({ work, access }: Deps) => ({
  /**
   * The readings before and after `performedOn` (null without a day), leaving out the record `except`, and the highest of all records.
   * 404 and 403 like `access.open`.
   */
  async get(caller: Caller, vehicleId: number, { performedOn, except }: ReadingsQuery): Promise<Readings> {
    const { id } = (await access.open(caller, vehicleId)).vehicle;
    const { readings } = work.repos;
    const before = performedOn === undefined ? undefined : await readings.findBefore(id, performedOn, except);
    const after = performedOn === undefined ? undefined : await readings.findAfter(id, performedOn, except);
    const highest = await readings.findHighest(id);
    return { before: toReferenceReading(before), after: toReferenceReading(after), highest: toReferenceReading(highest) };
  },
});
