import { RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE, RECORDS_UNPAGED_MAX, RESTORE_TIME } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { cursorOf, type RecordCursor } from '#contract/records.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isDiskFull } from '../../db/errors.ts';
import { isoTime } from '../../ports/clock.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { lockForChange } from '../vehicles/vehicle-locks.service.ts';
import { assertNoDoubt } from './doubt.service.ts';
import type { EntryRow } from './entries.repo.ts';
import type { Asked, EntryKind, Saved } from './entry.kind.ts';
import { entryCreation } from './entry-creation.service.ts';
import { type EntryDeps, type EntryRepos, found, lockUnit } from './entry-locks.service.ts';

export type { EntriesRepo, EntryRow } from './entries.repo.ts';

export interface HistoryPage {
  limit?: number | undefined;
  cursor?: RecordCursor | undefined;
}

export interface History<Wire> {
  data: Wire[];
  /** Sum of all entries of the kind, not only of the page, in the owner's currency. */
  totalCost: number;
  nextCursor: string | null;
}

export type EntriesService = ReturnType<typeof entriesService>;

/** What is the same for entries of all kinds. Unless said otherwise, functions throw 404 and 403 like `access.open`. */
export function entriesService(deps: EntryDeps) {
  const { work, access, clock } = deps;
  return {
    /** A page of the entries of a kind, newest first (by performedOn, then creation), and the sum of all their amounts. */
    async list<Wire>(
      caller: Caller,
      kind: EntryKind<never, Wire>,
      vehicleId: number,
      { limit = RECORDS_UNPAGED_MAX, cursor }: HistoryPage,
    ): Promise<History<Wire>> {
      const { id } = (await access.open(caller, vehicleId)).vehicle;
      const rows = await work.repos.entries.list(id, kind.name, limit + 1, cursor);
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const isWhole = !cursor && !last;
      const cents = isWhole ? rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0) : await work.repos.entries.sumAmounts(id, kind.name);
      return {
        data: page.map(kind.wire),
        totalCost: fromCents(cents),
        nextCursor: last ? cursorOf({ performedOn: last.performed_on, id: last.id }) : null,
      };
    },

    create: entryCreation(deps),

    /**
     * Changes the fields that are present. 400 for input that does not fit the vehicle, 409 for a doubtful reading if `ask` is true and the
     * day or the reading changes.
     */
    async update<Input extends Asked, Wire>(
      caller: Caller,
      kind: EntryKind<Input, Wire>,
      vehicleId: number,
      id: number,
      input: Input,
    ): Promise<Saved<Wire>> {
      const opened = await access.open(caller, vehicleId);
      const change = kind.columns(opened, input);
      const { data, isDoubtful } = await work.inTransaction(async (repos) => {
        const vehicle = change.reading === undefined ? await lockForChange(repos.locks, opened) : await lockUnit(repos, kind, opened);
        const stored = found(kind, await repos.entries.find(vehicle.id, kind.name, id));
        if (Object.keys(change).length === 0) return { data: stored };
        const next = { ...stored, ...change };
        const isMoved = next.reading !== stored.reading || next.performed_on !== stored.performed_on;
        const isAsked = isMoved && input.ask !== undefined && change.is_reading_right !== 1;
        const isDoubtful = isAsked ? await assertNoDoubt(repos.readings, vehicle, next, { ask: input.ask, except: id }) : undefined;
        // The confirmation was for the old reading.
        const right = isMoved ? { is_reading_right: change.is_reading_right ?? 0 } : {};
        const row = await repos.entries.update(vehicle.id, kind.name, id, { ...change, ...right, changed_at: isoTime(clock.now()) });
        return { data: found(kind, row), isDoubtful };
      });
      return { data: kind.wire(data), isDoubtful };
    },

    /** On a full disk, where a deletion makes room, the entry is deleted for good. */
    async remove(caller: Caller, kind: EntryKind<never, unknown>, vehicleId: number, id: number): Promise<void> {
      const opened = await access.open(caller, vehicleId);
      const moved = work.inTransaction(async ({ entries, locks }) =>
        entries.delete((await lockForChange(locks, opened)).id, kind.name, id, isoTime(clock.now())),
      );
      const isDeleted = await moved.catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
        return work.inTransaction(async ({ entries, locks }) =>
          entries.deleteForGood((await lockForChange(locks, opened)).id, kind.name, id),
        );
      });
      if (!isDeleted) throw new AppError(kind.codes.notFound);
    },

    /** Undoes a deletion within 24 hours; 404 afterwards, 403 at the limit. Changes nothing for an entry that is not deleted. */
    async restore<Wire>(caller: Caller, kind: EntryKind<never, Wire>, vehicleId: number, id: number): Promise<Wire> {
      const opened = await access.open(caller, vehicleId);
      const since = isoTime(clock.now() - RESTORE_TIME);
      const row = await work.inTransaction((repos) => restoreInTx(repos, kind, opened, { id, since }));
      return kind.wire(found(kind, row));
    },
  };
}

/** Moves the entry back if it was deleted after `since`; undefined if it is neither there nor among the deleted ones. */
async function restoreInTx(
  { entries, locks }: EntryRepos,
  kind: EntryKind<never, unknown>,
  opened: Access,
  { id, since }: { id: number; since: string },
): Promise<EntryRow | undefined> {
  const vehicle = await lockForChange(locks, opened);
  const existing = await entries.find(vehicle.id, kind.name, id);
  if (existing) return existing;
  const restored = await entries.restore(vehicle.id, kind.name, id, since);
  if (!restored) return undefined;
  const { ofVehicle, ofAccount } = await entries.count(vehicle.id);
  if (ofVehicle > RECORDS_PER_VEHICLE || ofAccount > RECORDS_PER_ACCOUNT) throw new AppError(kind.codes.limit);
  return restored;
}
