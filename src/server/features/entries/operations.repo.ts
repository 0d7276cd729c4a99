import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { ENTRY_COLUMNS, type EntryRow, newestOf } from './entries.repo.ts';

export function operationsRepo(db: Db) {
  return {
    /** The newest work of each vehicle, at most `limit` per vehicle, in one list with the newest first. */
    async listNewestOfEach(vehicleIds: readonly AuthorizedVehicleId[], limit: number): Promise<EntryRow[]> {
      // SQLite allows a limit in a part of a union only inside a subquery.
      const [first, ...others] = vehicleIds.map((id) => db.selectFrom(newestOf(db, id, 'work', limit).as('newest')).select(ENTRY_COLUMNS));
      if (!first) return [];
      const all = others.reduce((query, next) => query.unionAll(next), first);
      return all.orderBy('performed_on', 'desc').orderBy('id', 'desc').execute();
    },
  };
}

export type OperationsRepo = ReturnType<typeof operationsRepo>;
