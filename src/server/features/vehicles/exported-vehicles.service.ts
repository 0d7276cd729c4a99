import type { ExportedVehicle } from '#contract/export-file.ts';
import { EXPORT_PAGE } from '#contract/limits.ts';
import { type AuthorizedVehicleId, authorizeVehicle } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { pagesOf } from '../../db/turns.ts';
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

type Row = Awaited<ReturnType<VehiclesRepo['listAll']>>[number];

export const exportedVehicles = ({ vehicles }: { vehicles: Pick<VehiclesRepo, 'listAll'> }) => ({
  /** All vehicles of the caller with their notes, hidden and archived ones too, oldest first, a page at a time. */
  async *exportOf({ userId, limit }: Pick<Caller, 'userId' | 'limit'>): AsyncGenerator<VehicleToExport[], void> {
    let active = 0;
    const pages = pagesOf<Row>(EXPORT_PAGE, (last) => vehicles.listAll(userId, last?.id ?? 0, EXPORT_PAGE));
    for await (const rows of pages)
      yield rows.flatMap((row) => {
        const own = authorizeVehicle(row, userId);
        if (!own) return [];
        if (row.archived_at === null) active += 1;
        const isHidden = row.archived_at === null && limit !== null && active > limit;
        return [{ id: own.id, imageId: row.image_id, vehicle: toExportedVehicle(row, isHidden) }];
      });
  },
});
