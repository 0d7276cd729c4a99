import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import { type Access, assertVisible } from '../vehicles/vehicle-access.service.ts';
import type { ChangeableVehicle } from '../vehicles/vehicle-locks.service.ts';
import type { EntryFields, EntryRow, NewEntryRow } from './entries.repo.ts';
import type { EntryKind } from './entry-kind.ts';
import { type EntryDeps, type EntryRepos, found, lockUnit } from './entry-locks.service.ts';

/** Of a kind that does not use them. */
const NO_FIELDS: Omit<EntryFields, 'performed_on'> = { reading: 0, amount: null, operation_name: null, part_name: null, part_code: null };

type Kind = EntryKind<never, unknown>;

export function entryCreation({ work, access, idempotency, clock, tokens }: EntryDeps) {
  /** The entry that was created with the key; 404 if it was deleted, 409 for a key of another request. */
  async function findCreated(
    repos: EntryRepos,
    { userId }: Caller,
    kind: Kind,
    vehicleId: AuthorizedVehicleId,
    key: IdempotencyKey,
  ): Promise<EntryRow | undefined> {
    const id = await idempotency.find(repos.idempotency, userId, key);
    return id === undefined ? undefined : found(kind, await repos.entries.find(vehicleId, kind.name, id));
  }

  /** Inserts the entry and its key in one transaction. If a parallel request used the key first, returns that request's entry. */
  async function insertOnce(caller: Caller, kind: Kind, opened: Access, row: NewEntryRow, key: IdempotencyKey): Promise<EntryRow> {
    try {
      return await work.inTransaction(async (repos) => {
        // On SQLite, transactions see those before them that are committed with them.
        const created = await findCreated(repos, caller, kind, opened.vehicle.id, key);
        if (created) return created;
        const entry = await insertInTx(repos, kind, await lockUnit(repos, kind, opened), row);
        await idempotency.store(repos.idempotency, caller.userId, key, 'entries', entry.id);
        return entry;
      });
    } catch (error) {
      const created = await findCreated(work.repos, caller, kind, opened.vehicle.id, key);
      if (!created) throw error;
      return created;
    }
  }

  const newRow = ({ userId }: Caller, { vehicle }: Access, kind: Kind, fields: Partial<EntryFields>): NewEntryRow => {
    const now = isoTime(clock.now());
    return {
      ...NO_FIELDS,
      performed_on: now.slice(0, 10),
      ...fields,
      vehicle_id: vehicle.id,
      kind: kind.name,
      source: 'typed',
      author_id: userId,
      uid: tokens.newUid(),
      created_at: now,
      changed_at: now,
    };
  };

  /**
   * 400 for input that does not fit the vehicle, 403 at the limit of the vehicle or the account. A repeated key returns the entry of the
   * first request, whatever has changed since, or 404 if that was deleted (decision 9).
   */
  return async <Input, Wire>(
    caller: Caller,
    kind: EntryKind<Input, Wire>,
    vehicleId: number,
    input: Input,
    key: IdempotencyKey | undefined,
  ): Promise<Wire> => {
    const opened = await access.find(caller, vehicleId);
    const created = key && (await findCreated(work.repos, caller, kind, opened.vehicle.id, key));
    if (created) return kind.wire(created);
    assertVisible(opened);
    const row = newRow(caller, opened, kind, kind.columns(opened, input));
    if (key) return kind.wire(await insertOnce(caller, kind, opened, row, key));
    return kind.wire(
      (await work.repos.entries.insertInOneStatement(row, opened.vehicle)) ??
        (await work.inTransaction(async (repos) => insertInTx(repos, kind, await lockUnit(repos, kind, opened), row))),
    );
  };
}

/** Inserts the entry into a vehicle that the transaction has locked. */
async function insertInTx(
  { entries }: EntryRepos,
  { codes }: EntryKind<never, unknown>,
  { id }: ChangeableVehicle,
  row: NewEntryRow,
): Promise<EntryRow> {
  const entry = await entries.insert({ ...row, vehicle_id: id });
  if (!entry) throw new AppError(codes.limit);
  return entry;
}
