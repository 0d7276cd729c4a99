import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { lockForChange, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { NotesRepo } from './notes.repo.ts';

interface Deps {
  work: Work<{ notes: NotesRepo; locks: VehicleLocks }>;
  vehicles: Pick<VehiclesService, 'authorize' | 'authorizeChange'>;
}

export type NotesService = ReturnType<typeof notesService>;

/**
 * One note per vehicle, at most 350 characters (docs/product.md, Notes). Every function throws 404 and 403 like `vehicles.authorize` or, for
 * a change, `vehicles.authorizeChange`.
 */
export const notesService = ({ work, vehicles }: Deps) => ({
  /** Null if the vehicle has no note. */
  async find(caller: Caller, vehicleId: number): Promise<{ text: string } | null> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    return (await work.repos.notes.find(id)) ?? null;
  },

  /** Creates or replaces the note. */
  async update(caller: Caller, vehicleId: number, text: string): Promise<{ text: string }> {
    const { id } = await vehicles.authorizeChange(caller, vehicleId);
    await work.inTransaction(async ({ notes, locks }) => notes.upsert((await lockForChange(locks, id)).id, text));
    return { text };
  },

  /** Also throws 404 if the vehicle has no note. */
  async remove(caller: Caller, vehicleId: number): Promise<void> {
    const { id } = await vehicles.authorizeChange(caller, vehicleId);
    const isDeleted = await work.inTransaction(async ({ notes, locks }) => notes.delete((await lockForChange(locks, id)).id));
    if (!isDeleted) throw new AppError('notesApi.404');
  },
});
