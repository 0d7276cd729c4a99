import { sql } from 'kysely';
import type { TimelineCursor, TimelineSort } from '#contract/timeline.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { ENTRY_COLUMNS, type EntryRow } from './entries.repo.ts';
import type { ReadingRow } from './readings.repo.ts';

/** A year of a history. */
export interface YearRow {
  year: string;
  records: number;
  /** Cents. */
  cost: number;
}

/** A page of a history. `year` is YYYY; `after` is the position of the last record of the previous page. */
export interface TimelinePage {
  sort: TimelineSort;
  year?: string | undefined;
  after?: TimelineCursor | undefined;
  limit: number;
}

/** The position of a record in the order of days. */
export type Place = Pick<EntryRow, 'performed_on' | 'id'>;

const KEYS = { newest: 'performed_on', oldest: 'performed_on', reading: 'reading', price: 'amount' } as const;

/** Histories of single vehicles, found with the index on their records. */
export function timelineRepo(db: Db) {
  const recordsOf = (vehicleId: AuthorizedVehicleId) =>
    db.selectFrom('entries').where('vehicle_id', '=', vehicleId).where('kind', '=', 'work');
  return {
    /** The rows are read by id after the ids of the page have been read from the index alone. */
    async listPage(vehicleId: AuthorizedVehicleId, { sort, year, after, limit }: TimelinePage): Promise<EntryRow[]> {
      const direction = sort === 'oldest' ? 'asc' : 'desc';
      const key = KEYS[sort];
      let ids = recordsOf(vehicleId).select('id').orderBy(key, direction).orderBy('id', direction).limit(limit);
      if (year) ids = ids.where('performed_on', '>=', `${year}-01-01`).where('performed_on', '<=', `${year}-12-31`);
      if (after)
        ids = ids.where(({ eb, refTuple, tuple }) =>
          eb(refTuple(key, 'id'), sort === 'oldest' ? '>' : '<', tuple(after.key as never, after.id)),
        );
      return db
        .selectFrom('entries')
        .innerJoin(ids.as('page'), 'page.id', 'entries.id')
        .select(ENTRY_COLUMNS.map((column) => `entries.${column}` as const))
        .orderBy(`entries.${key}`, direction)
        .orderBy('entries.id', direction)
        .execute();
    },
    /** The years of the history, newest first. */
    async listYears(vehicleId: AuthorizedVehicleId): Promise<YearRow[]> {
      const year = sql<string>`substr(performed_on, 1, 4)`;
      return recordsOf(vehicleId)
        .select(({ fn }) => [year.as('year'), fn.countAll<number>().as('records'), fn.sum<number>('amount').as('cost')])
        .groupBy(year)
        .orderBy('year', 'desc')
        .execute();
    },
    async findPlace(vehicleId: AuthorizedVehicleId, id: number): Promise<Place | undefined> {
      return recordsOf(vehicleId).select(['performed_on', 'id']).where('id', '=', id).executeTakeFirst();
    },
    /** At most `count` records after the place `after`, newest first. */
    async listBatch(vehicleId: AuthorizedVehicleId, after: Place | undefined, count: number): Promise<EntryRow[]> {
      const rows = recordsOf(vehicleId).select(ENTRY_COLUMNS).orderBy('performed_on', 'desc').orderBy('id', 'desc').limit(count);
      if (!after) return rows.execute();
      return rows
        .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(after.performed_on, after.id)))
        .execute();
    },
    /** The newest record with the reading nearest to `tenths`. A reading of 0 is a missing one. */
    async findNearest(vehicleId: AuthorizedVehicleId, tenths: number): Promise<ReadingRow | undefined> {
      return recordsOf(vehicleId)
        .select(['id', 'reading', 'performed_on'])
        .where('reading', '>', 0)
        .orderBy(sql`abs(reading - ${tenths})`)
        .orderBy('performed_on', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
  };
}

export type TimelineRepo = ReturnType<typeof timelineRepo>;
