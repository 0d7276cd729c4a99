import type { AuthorizedVehicle } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { ReadingFacts } from './entries.repo.ts';
import type { VehicleTotals } from './entry-sums.service.ts';
import { pointOf, unitOf } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';
import { lastOdometer } from './segments.rules.ts';

/** Adds to the totals what vehicles with a replaced odometer show. */
export async function addShownReadings(
  readings: Pick<ReadingsRepo, 'listReplaced' | 'listAll' | 'listMileages'>,
  vehicles: readonly AuthorizedVehicle<ReadingFacts & { id: number; user_id: number }>[],
  totals: Map<number, VehicleTotals>,
): Promise<void> {
  if (vehicles.length === 0) return;
  const replaced = new Set<number>(await readings.listReplaced(vehicles.map(({ id }) => id)));
  for (const vehicle of vehicles) {
    if (!replaced.has(vehicle.id)) continue;
    // SQLite queries are synchronous; this lets other requests run in between.
    await nextTurn();
    const meter = { vehicleType: vehicle.vehicle_type, unit: unitOf(vehicle) };
    const last = lastOdometer([...(await readings.listAll(vehicle.id)), ...(await readings.listMileages(vehicle.id))].map(pointOf), meter);
    Object.assign(totals.get(vehicle.id) ?? {}, { shown: last?.highest.shown });
  }
}
