import type { EntryKindName } from '#contract/entry-kinds.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import { type Access, assertVisible } from '../vehicles/vehicle-access.service.ts';
import type { Details, DetailsRepo } from './details.repo.ts';
import { assertNoDoubt } from './doubt.service.ts';
import type { EntryFields, EntryRow, NewEntryRow } from './entries.repo.ts';
import type { AnyKind, Asked, EntryKind, Line, Saved } from './entry.kind.ts';
import { type EntryDeps, type EntryRepos, found, lockUnit, withDetails } from './entry-locks.service.ts';
import type { Reset } from './segments.rules.ts';

/** Of a kind that does not use them. */
const NO_FIELDS: Omit<EntryFields, 'performed_on'> = {
  ...{ reading: 0, is_reading_right: 0, amount: null, cost_group: null },
  ...{ operation_name: null, part_name: null, part_code: null, place: null, note: null },
};

/** A stored row, and what the answer says about it. */
type Inserted = Saved<EntryRow>;

interface NewEntry {
  row: NewEntryRow;
  details: object | undefined;
  reset: Reset | undefined;
}

/** The entry as the API returns it. */
async function answerOf<Kind extends EntryKindName, Wire>(
  details: DetailsRepo,
  kind: Pick<EntryKind<Kind, never, Wire>, 'name' | 'wire'>,
  { data, isDoubtful }: Inserted,
): Promise<Saved<Wire>> {
  const [line] = await withDetails(details, kind.name, [data]);
  return { data: kind.wire(line as Line<Kind>), isDoubtful };
}

export function entryCreation({ work, access, idempotency, clock, tokens }: EntryDeps) {
  /** The entry that was created with the key; 404 if it was deleted, 409 for a key of another request. */
  async function findCreated(
    repos: EntryRepos,
    { userId }: Caller,
    kind: AnyKind,
    vehicleId: AuthorizedVehicleId,
    key: IdempotencyKey | undefined,
  ): Promise<Inserted | undefined> {
    const id = await idempotency.find(repos.idempotency, userId, key);
    return id === undefined ? undefined : { data: found(kind, await repos.entries.find(vehicleId, kind.name, id)) };
  }

  /** Inserts the entry and its key, if any, in one transaction. If a parallel request used the key first, returns that request's entry. */
  async function insertOnce(
    caller: Caller,
    kind: AnyKind,
    opened: Access,
    { row, details, reset }: NewEntry,
    { ask, key }: { ask: boolean | undefined; key: IdempotencyKey | undefined },
  ): Promise<Inserted> {
    const { id } = opened.vehicle;
    try {
      return await work.inTransaction(async (repos) => {
        // On SQLite, transactions see those before them that are committed with them.
        const created = await findCreated(repos, caller, kind, id, key);
        if (created) return created;
        const vehicle = await lockUnit(repos, kind, opened);
        const isDoubtful =
          ask === undefined || row.is_reading_right ? undefined : await assertNoDoubt(repos.readings, vehicle, { ...row, reset }, { ask });
        const data = await repos.entries.insert({ ...row, vehicle_id: vehicle.id });
        if (!data) throw new AppError(kind.codes.limit);
        await repos.details.insert(vehicle.id, kind.name, data.id, details as never);
        await idempotency.store(repos.idempotency, caller.userId, key, 'entries', data.id);
        return { data, isDoubtful };
      });
    } catch (error) {
      const created = await findCreated(work.repos, caller, kind, id, key);
      if (!created) throw error;
      return created;
    }
  }

  const newRow = ({ userId }: Caller, { vehicle, owner }: Access, kind: AnyKind, fields: Partial<EntryFields>): NewEntryRow => {
    const now = isoTime(clock.now());
    return {
      ...NO_FIELDS,
      performed_on: now.slice(0, 10),
      ...fields,
      ...{ vehicle_id: vehicle.id, kind: kind.name, currency: owner.currency, source: 'typed' as const },
      author_id: userId,
      uid: tokens.newUid(),
      created_at: now,
      changed_at: now,
    };
  };

  /**
   * 400 for input that does not fit the vehicle, 403 at the limit of the vehicle or the account, 409 for a doubtful reading if `ask` is true.
   * A repeated key returns the entry of the first request, whatever has changed since, or 404 if that was deleted (decision 9).
   */
  return async <Kind extends EntryKindName, Input extends Asked, Wire>(
    caller: Caller,
    kind: EntryKind<Kind, Input, Wire>,
    vehicleId: number,
    input: Input,
    key: IdempotencyKey | undefined,
  ): Promise<Saved<Wire>> => {
    const answer = (inserted: Inserted) => answerOf(work.repos.details, kind, inserted);
    const opened = await access.find(caller, vehicleId);
    const created = await findCreated(work.repos, caller, kind, opened.vehicle.id, key);
    if (created) return answer(created);
    assertVisible(opened);
    const { columns, details } = kind.change(opened, input);
    const row = newRow(caller, opened, kind, columns);
    const isPlain = key === undefined && input.ask === undefined && details === undefined;
    const data = isPlain ? await work.repos.entries.insertInOneStatement(row, opened.vehicle) : undefined;
    if (data) return answer({ data });
    const reset = kind.resetOf?.(details as Details[Kind]);
    return answer(await insertOnce(caller, kind, opened, { row, details, reset }, { ask: input.ask, key }));
  };
}
