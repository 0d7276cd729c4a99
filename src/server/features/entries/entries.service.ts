import type { EntryKindName } from '#contract/entry-kinds.ts';
import { RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE, RESTORE_TIME } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { isDiskFull } from '../../db/errors.ts';
import { assertOwnSeen } from '../../infra/seen.rules.ts';
import { isoTime } from '../../ports/clock.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import { lockForChange } from '../vehicles/vehicle-locks.service.ts';
import type { Details } from './details.repo.ts';
import { assertNoDoubt } from './doubt.service.ts';
import type { EntryRow } from './entries.repo.ts';
import type { AnyKind, Asked, Change, EntryKind, Line, Saved } from './entry.kind.ts';
import { entryCreation } from './entry-creation.service.ts';
import { entryLists } from './entry-lists.service.ts';
import { type EntryDeps, type EntryRepos, found, lockUnit, withDetails } from './entry-locks.service.ts';

export type { EntriesRepo, EntryRow } from './entries.repo.ts';

export type { EntryList, EntryPage } from './entry-lists.service.ts';

export type EntriesService = ReturnType<typeof entriesService>;

type Removable<Kind extends EntryKindName> = Pick<EntryKind<Kind, never, unknown>, 'name' | 'codes' | 'fixedBy'>;

/** What is the same for entries of all kinds. Unless said otherwise, functions throw 404 and 403 like `access.open`. */
export function entriesService(deps: EntryDeps) {
  const { work, access, clock } = deps;
  return {
    ...entryLists(deps),

    create: entryCreation(deps),

    /**
     * Changes the fields that are present. 400 for input that does not fit the vehicle, 409 if it would undo a change that the caller has not
     * `seen`, and for a doubtful reading if `ask` is true and the day or the reading changes, or what it says about a replaced odometer.
     */
    async update<Kind extends EntryKindName, Input extends Asked, Wire extends object>(
      caller: Caller,
      kind: EntryKind<Kind, Input, Wire>,
      vehicleId: number,
      id: number,
      input: Input,
    ): Promise<Saved<Wire>> {
      const opened = await access.open(caller, vehicleId);
      return work.inTransaction(async (repos) => {
        const vehicle = isMeasured(input) ? await lockUnit(repos, kind, opened) : await lockForChange(repos.locks, opened);
        const stored = found(kind, await repos.entries.find(vehicle.id, kind.name, id));
        const line = await changeable(repos, kind, stored);
        const { columns, details } = changeOf(kind, opened, input, line);
        if (Object.keys({ ...columns, ...details }).length === 0) return { data: kind.wire(line as Line<Kind>) };
        const next = { ...stored, ...columns };
        const reset = kind.resetOf?.({ ...line?.details, ...details } as Details[Kind]);
        const before = kind.resetOf?.(line?.details as Details[Kind]);
        const isMoved =
          next.reading !== stored.reading ||
          next.performed_on !== stored.performed_on ||
          Boolean(reset) !== Boolean(before) ||
          reset?.oldReading !== before?.oldReading;
        const isAsked = isMoved && input.ask !== undefined && columns.is_reading_right !== 1;
        const isDoubtful = isAsked
          ? await assertNoDoubt(repos.readings, vehicle, { ...next, reset }, { ask: input.ask, except: id })
          : undefined;
        // The confirmation was for the old reading.
        const right = isMoved ? { is_reading_right: columns.is_reading_right ?? 0 } : {};
        const change = { ...columns, ...right, changed_at: isoTime(clock.now()) };
        const row = found(kind, await repos.entries.update(vehicle.id, kind.name, id, change));
        if (details) await repos.details.update(kind.name, id, details);
        const [changed] = await withDetails(repos.details, kind.name, [row]);
        return { data: kind.wire(changed as Line<Kind>), isDoubtful };
      });
    },

    /** On a full disk, where a deletion makes room, the entry is deleted for good. */
    async remove<Kind extends EntryKindName>(caller: Caller, kind: Removable<Kind>, vehicleId: number, id: number): Promise<void> {
      const opened = await access.open(caller, vehicleId);
      const moved = work.inTransaction((repos) => removeInTx(repos, kind, opened, { id, at: isoTime(clock.now()) }));
      const isDeleted = await moved.catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
        return work.inTransaction(async ({ entries, locks }) =>
          entries.deleteForGood((await lockForChange(locks, opened)).id, kind.name, id),
        );
      });
      if (!isDeleted) throw new AppError(kind.codes.notFound);
    },

    /** Undoes a deletion within 24 hours; 404 afterwards, 403 at the limit. Changes nothing for an entry that is not deleted. */
    async restore<Kind extends EntryKindName, Wire>(
      caller: Caller,
      kind: EntryKind<Kind, never, Wire>,
      vehicleId: number,
      id: number,
    ): Promise<Wire> {
      const opened = await access.open(caller, vehicleId);
      const since = isoTime(clock.now() - RESTORE_TIME);
      const row = await work.inTransaction((repos) => restoreInTx(repos, kind, opened, { id, since }));
      const [line] = await withDetails(work.repos.details, kind.name, [found(kind, row)]);
      return kind.wire(line as Line<Kind>);
    },
  };
}

/** The entry with its details; throws for one that cannot be changed. */
async function changeable<Kind extends EntryKindName>(
  { details }: EntryRepos,
  kind: Pick<EntryKind<Kind, never, unknown>, 'name' | 'fixedBy'>,
  row: EntryRow,
): Promise<Line<Kind>> {
  const [line] = (await withDetails(details, kind.name, [row])) as [Line<Kind>];
  const code = kind.fixedBy?.(line.details);
  if (code) throw new AppError(code);
  return line;
}

/** What to store; throws 409 if that changes a value which is no longer as the caller has seen it. */
function changeOf<Kind extends EntryKindName, Input extends Asked, Wire extends object>(
  kind: EntryKind<Kind, Input, Wire>,
  opened: Access,
  input: Input,
  line: Line<Kind>,
): Change<Kind> {
  const stored = kind.wire(line);
  const seen: Partial<Wire> | undefined = input.seen;
  try {
    const change = kind.change(opened, input, line);
    assertOwnSeen(stored, seen, kind.wire({ ...line, ...change.columns, details: { ...line.details, ...change.details } }));
    return change;
  } catch (error) {
    // What does not fit the stored values may fit those that the caller has seen.
    assertOwnSeen(stored, seen);
    throw error;
  }
}

/** Moves the entry to the deleted ones; false if it does not exist. */
async function removeInTx<Kind extends EntryKindName>(
  repos: EntryRepos,
  kind: Removable<Kind>,
  opened: Access,
  { id, at }: { id: number; at: string },
): Promise<boolean> {
  const vehicle = await lockForChange(repos.locks, opened);
  if (kind.fixedBy) await changeable(repos, kind, found(kind, await repos.entries.find(vehicle.id, kind.name, id)));
  return repos.entries.delete(vehicle.id, kind.name, id, at);
}

/** Whether an input has a reading or a distance in the unit of the vehicle. */
const isMeasured = ({ reading, distanceOnFuel, oldReading }: Asked): boolean =>
  reading !== undefined || distanceOnFuel !== undefined || oldReading !== undefined;

/** Moves the entry back if it was deleted after `since`; undefined if it is neither there nor among the deleted ones. */
async function restoreInTx(
  { entries, locks }: EntryRepos,
  kind: AnyKind,
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
