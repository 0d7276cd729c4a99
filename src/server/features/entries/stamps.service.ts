import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { StampRow, StampsRepo } from './stamps.repo.ts';

export type { StampRow, StampsRepo } from './stamps.repo.ts';

/** The entries that stamp lines of the plans of vehicles, by id. Deleted ones are missing. */
export const stampingEntries = async (stamps: StampsRepo, vehicleIds: readonly AuthorizedVehicleId[]): Promise<Map<number, StampRow>> =>
  new Map((await stamps.list(vehicleIds)).map((row) => [row.id, row]));
