import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { newestOf, RECORD_COLUMNS, type RecordRow } from './records.repo.ts';

export function operationsRepo(db: Db) {
  return {
    /** The newest records of each vehicle, at most `limit` per vehicle, in one list with the newest first. */
    async listNewestOfEach(vehicleIds: readonly AuthorizedVehicleId[], limit: number): Promise<RecordRow[]> {
      // SQLite allows a limit in a part of a union only inside a subquery.
      const [first, ...others] = vehicleIds.map((id) => db.selectFrom(newestOf(db, id, limit).as('newest')).select(RECORD_COLUMNS));
      if (!first) return [];
      const all = others.reduce((query, next) => query.unionAll(next), first);
      return all.orderBy('performed_on', 'desc').orderBy('id', 'desc').execute();
    },
  };
}

export type OperationsRepo = ReturnType<typeof operationsRepo>;
