import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { ErasedEntriesRepo } from './erased-entries.repo.ts';

export type { ErasedEntriesRepo } from './erased-entries.repo.ts';

interface EraseRepos {
  erased: ErasedEntriesRepo;
  locks: { lock(id: AuthorizedVehicleId): Promise<unknown> };
}

/** All entries of an account in one statement would hold up the process for more than a second on SQLite. */
const DELETED_AT_ONCE = 500;

/** Deletes all entries of a vehicle that is about to be deleted, some hundred in a turn. */
export async function eraseEntries({ erased, locks }: EraseRepos, vehicleId: AuthorizedVehicleId): Promise<void> {
  // Before its entries, as everywhere, to avoid deadlocks.
  await locks.lock(vehicleId);
  for (const table of ['entries', 'deleted_entries'] as const)
    do await nextTurn();
    while (await erased.deleteSome(vehicleId, table, DELETED_AT_ONCE));
}
