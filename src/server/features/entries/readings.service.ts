import type { ReferenceReading } from '#contract/records.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { Meter } from './doubt.rules.ts';
import { pointOf, toReferenceReading, unitOf } from './reading.rules.ts';
import type { FullReadingRow, ReadingsRepo } from './readings.repo.ts';
import { type CountedPoint, counted, lastOdometer } from './segments.rules.ts';

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
   * The readings before and after `performedOn` (null without a day), leaving out the record `except`, and the highest of all records, or
   * of those since the odometer was last replaced.
   * 404 and 403 like `access.open`.
   */
  async get(caller: Caller, vehicleId: number, { performedOn, except }: ReadingsQuery): Promise<Readings> {
    const { vehicle } = await access.open(caller, vehicleId);
    const { id } = vehicle;
    const { readings } = work.repos;
    if ((await readings.listReplaced([id])).length > 0) {
      const meter = { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle) };
      return ofOdometers(await readings.listAll(id), meter, { performedOn, except });
    }
    const before = performedOn === undefined ? undefined : await readings.findBefore(id, performedOn, except);
    const after = performedOn === undefined ? undefined : await readings.findAfter(id, performedOn, except);
    const highest = await readings.findHighest(id);
    return { before: toReferenceReading(before), after: toReferenceReading(after), highest: toReferenceReading(highest) };
  },
});

/** The same of a vehicle with replaced odometers: the highest reading is that of the last one. */
function ofOdometers(rows: readonly FullReadingRow[], meter: Meter, { performedOn: day, except }: ReadingsQuery): Readings {
  const points = rows.map(pointOf);
  const referenceOf = (point: CountedPoint | undefined, reading = point?.shown ?? 0): ReferenceReading | null => {
    const row = rows.find(({ id }) => id === point?.id);
    return toReferenceReading(row && { ...row, reading });
  };
  const ordered = counted(
    points.filter(({ id }) => id !== except),
    meter,
  );
  const after = day === undefined ? undefined : ordered.find(({ performedOn }) => performedOn > day);
  return {
    before: day === undefined ? null : referenceOf(ordered.findLast(({ performedOn }) => performedOn <= day)),
    // Before a new odometer, a reading is compared with the last value of the old one.
    after: referenceOf(after, after?.reset?.oldReading ?? after?.shown),
    highest: referenceOf(lastOdometer(points, meter)?.highest),
  };
}
