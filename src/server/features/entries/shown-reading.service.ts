import type { AuthorizedVehicle } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import { conflictOf } from './doubt.rules.ts';
import type { ReadingFacts } from './entries.repo.ts';
import type { VehicleTotals } from './entry-sums.service.ts';
import { pointOf, unitOf } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';
import { lastOdometer, type ShownPoint } from './segments.rules.ts';

/** What the shown reading of a vehicle depends on beside its entries. */
interface Vehicle extends ReadingFacts {
  mileage: number | null;
  created_at: string;
}

/** Adds to the totals what vehicles with a replaced odometer show. */
export async function addShownReadings(
  readings: Pick<ReadingsRepo, 'listReplaced' | 'listAll'>,
  vehicles: readonly AuthorizedVehicle<Vehicle & { id: number; user_id: number }>[],
  totals: Map<number, VehicleTotals>,
): Promise<void> {
  if (vehicles.length === 0) return;
  const replaced = new Set<number>(await readings.listReplaced(vehicles.map(({ id }) => id)));
  for (const vehicle of vehicles) {
    if (!replaced.has(vehicle.id)) continue;
    // SQLite queries are synchronous; this lets other requests run in between.
    await nextTurn();
    const shown = shownReading((await readings.listAll(vehicle.id)).map(pointOf), vehicle);
    Object.assign(totals.get(vehicle.id) ?? {}, { shown });
  }
}

/**
 * The highest reading of the last odometer that is not doubtful, in tenths. The mileage of the details is a reading of the day on which the
 * vehicle was added, so it counts only if that is later than the new odometer, or on its first day and fits.
 */
function shownReading(points: readonly ShownPoint[], vehicle: Vehicle): number {
  const meter = { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle) };
  const last = lastOdometer(points, meter);
  if (!last) return vehicle.mileage ?? 0;
  const details = { performedOn: vehicle.created_at.slice(0, 10), reading: vehicle.mileage ?? 0 };
  const first = { performedOn: last.first.performedOn, reading: last.first.shown };
  const counts =
    details.performedOn >= first.performedOn && (details.performedOn > first.performedOn || !conflictOf(first, details, meter));
  return Math.max(last.highest.shown, counts ? details.reading : 0);
}
