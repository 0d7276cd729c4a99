import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { NotesRepo } from './notes.repo.ts';

interface Deps {
  work: Work<NotesRepo>;
  vehicles: Pick<VehiclesService, 'authorize'>;
}

export type NotesService = ReturnType<typeof notesService>;

/** One note per vehicle, at most 350 characters (docs/product.md, Notes). Every function throws 404 and 403 like `vehicles.authorize`. */
export const notesService = ({ work, vehicles }: Deps) => ({
  /** Null if the vehicle has no note. */
  async find(caller: Caller, vehicleId: number): Promise<{ text: string } | null> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    return (await work.repos.find(id)) ?? null;
  },

  /** Creates or replaces the note. 404 also if the vehicle was deleted after the access check. */
  async update(caller: Caller, vehicleId: number, text: string): Promise<{ text: string }> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    await work.repos.upsert(id, text).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('carsApi.404') : error;
    });
    return { text };
  },

  /** 404 also if the vehicle has no note. */
  async remove(caller: Caller, vehicleId: number): Promise<void> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    if (!(await work.repos.delete(id))) throw new AppError('notesApi.404');
  },
});
