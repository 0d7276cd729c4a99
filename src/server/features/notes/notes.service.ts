import { RESTORE_TIME } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { assertOwnSeen } from '../../infra/seen.rules.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { lockForChange, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import type { NotesRepo } from './notes.repo.ts';

export type { NotesRepo } from './notes.repo.ts';

interface Deps {
  work: Work<{ notes: NotesRepo; locks: VehicleLocks }>;
  access: VehicleAccess;
  clock: Clock;
}

export interface NoteChange {
  text: string;
  seen?: string | null | undefined;
}

export type NotesService = ReturnType<typeof notesService>;

/**
 * One note per vehicle, at most 350 characters (docs/product.md, Notes). Every function throws 404 and 403 like `access.open` and, for a
 * change, `lockForChange`.
 */
export const notesService = ({ work, access, clock }: Deps) => ({
  /** Null if the vehicle has no note. */
  async find(caller: Caller, vehicleId: number): Promise<{ text: string } | null> {
    const { vehicle } = await access.open(caller, vehicleId);
    return (await work.repos.notes.find(vehicle.id)) ?? null;
  },

  /** Creates or replaces the note. `seen` is the text shown to the caller, null for none: throws 409 if it has another one now. */
  async update(caller: Caller, vehicleId: number, { text, seen }: NoteChange): Promise<{ text: string }> {
    const opened = await access.open(caller, vehicleId);
    await work.inTransaction(async ({ notes, locks }) => {
      const { id } = await lockForChange(locks, opened);
      const stored = (await notes.find(id)) ?? { text: null };
      assertOwnSeen<{ text: string | null }>(stored, seen === undefined ? undefined : { text: seen }, { text });
      await notes.upsert(id, text);
    });
    return { text };
  },

  /** Also throws 404 if the vehicle has no note. */
  async remove(caller: Caller, vehicleId: number): Promise<void> {
    const opened = await access.open(caller, vehicleId);
    const isDeleted = await work.inTransaction(async ({ notes, locks }) =>
      notes.delete((await lockForChange(locks, opened)).id, isoTime(clock.now())),
    );
    if (!isDeleted) throw new AppError('notesApi.404');
  },

  /** Undoes a deletion within 24 hours; also throws 404 afterwards. Changes nothing if the vehicle has a note. */
  async restore(caller: Caller, vehicleId: number): Promise<{ text: string }> {
    const opened = await access.open(caller, vehicleId);
    const note = await work.inTransaction(async ({ notes, locks }) => {
      const { id } = await lockForChange(locks, opened);
      return (await notes.find(id)) ?? (await notes.restore(id, isoTime(clock.now() - RESTORE_TIME)));
    });
    if (!note) throw new AppError('notesApi.404');
    return note;
  },
});
