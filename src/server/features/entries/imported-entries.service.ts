import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { AuthorizedVehicleId, ChangeableVehicleId, UserId } from '../../authorized.ts';
import { nextTurn, pagesOf } from '../../db/turns.ts';
import type { ImportedEntriesRepo, NewImportedEntry } from './imported-entries.repo.ts';
import type { ImportedEntry } from './imported-entries.rules.ts';

export type { ImportedEntriesRepo } from './imported-entries.repo.ts';

const UIDS_AT_ONCE = 2_000;
/** Rows of one statement: PostgreSQL takes at most 65,535 parameters, and the event loop is free in between. */
const ROWS_AT_ONCE = 100;

type ListedEntry = Awaited<ReturnType<ImportedEntriesRepo['listUids']>>[number];

/** The entries of a vehicle by which those of a file are known again, some thousand at a time. */
export const listed = (entries: ImportedEntriesRepo, vehicleId: AuthorizedVehicleId): AsyncGenerator<ListedEntry[], void> =>
  pagesOf(UIDS_AT_ONCE, (last) => entries.listUids(vehicleId, last, UIDS_AT_ONCE));

/** The ids of a vehicle's entries by their uids. */
export async function uidsOf(entries: ImportedEntriesRepo, vehicleId: AuthorizedVehicleId): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const rows of listed(entries, vehicleId)) for (const { id, uid } of rows) ids.set(uid, id);
  return ids;
}

interface Origin {
  vehicleId: ChangeableVehicleId;
  author: UserId;
  at: string;
}

/** Adds entries to a locked vehicle; the caller has checked the limits. Returns their ids by their uids. */
export async function addImported(
  entries: ImportedEntriesRepo,
  rows: readonly ImportedEntry[],
  { vehicleId, author, at }: Origin,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await nextTurn();
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    const shared = { vehicle_id: vehicleId, author_id: author, created_at: at, changed_at: at };
    for (const { id, uid } of await entries.insertMany(some.map(({ columns }): NewImportedEntry => ({ ...columns, ...shared }))))
      ids.set(uid, id);
    for (const kind of ['fill', 'cost', 'reading'] as const) await entries.insertDetails(kind, detailsOf(some, kind, ids, vehicleId));
  }
  return ids;
}

const detailsOf = (rows: readonly ImportedEntry[], kind: EntryKindName, ids: ReadonlyMap<string, number>, vehicleId: ChangeableVehicleId) =>
  rows.flatMap(({ columns, details }) =>
    columns.kind === kind && details ? [{ ...details, entry_id: ids.get(columns.uid), vehicle_id: vehicleId }] : [],
  );
