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

/** One note a vehicle (specification 3 and 5: at most 350 characters). */
export const notesService = ({ work, vehicles }: Deps) => ({
  async find(caller: Caller, vehicleId: number): Promise<{ text: string } | null> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    return (await work.repos.find(id)) ?? null;
  },

  async update(caller: Caller, vehicleId: number, text: string): Promise<{ text: string }> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    await work.repos.upsert(id, text).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('carsApi.404') : error;
    });
    return { text };
  },

  async remove(caller: Caller, vehicleId: number): Promise<void> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    if (!(await work.repos.delete(id))) throw new AppError('notesApi.404');
  },
});
