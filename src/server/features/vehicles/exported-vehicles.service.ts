import type { ExportedVehicle } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import { type AuthorizedVehicleId, authorizeVehicle } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { VehiclesRepo } from './vehicles.repo.ts';
import { toExportedVehicle } from './vehicles.rows.ts';

export interface VehicleToExport {
  id: AuthorizedVehicleId;
  imageId: string;
  vehicle: ExportedVehicle;
}

/** A vehicle as an export contains it, if it is not hidden. */
export const exportedVehicleOf = (row: Parameters<typeof toExportedVehicle>[0]): ExportedVehicle => toExportedVehicle(row, false);

export type ExportedVehicles = ReturnType<typeof exportedVehicles>;

export const exportedVehicles = ({ vehicles }: { vehicles: Pick<VehiclesRepo, 'listAll'> }) => ({
  /** All vehicles of the caller with their notes, hidden and archived ones too, oldest first, a page at a time. */
  async *exportOf({ userId, limit }: Pick<Caller, 'userId' | 'limit'>): AsyncGenerator<VehicleToExport[], void> {
    let active = 0;
    for (let after = 0; ; ) {
      await nextTurn();
      const rows = await vehicles.listAll(userId, after, EXPORT_PAGE);
      yield rows.flatMap((row) => {
        const own = authorizeVehicle(row, userId);
        if (!own) return [];
        if (row.archived_at === null) active += 1;
        const isHidden = row.archived_at === null && limit !== null && active > limit;
        return [{ id: own.id, imageId: row.image_id, vehicle: toExportedVehicle(row, isHidden) }];
      });
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_PAGE) return;
      after = last.id;
    }
  },
});
