import { type SqlBool, sql } from 'kysely';
import type { TimelineCursor, TimelineSort } from '#contract/timeline.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { DatabaseKind } from '../../db/columns.ts';
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
export function timelineRepo(db: Db, kind: DatabaseKind) {
  const recordsOf = (vehicleId: AuthorizedVehicleId) =>
    db.selectFrom('entries').where('vehicle_id', '=', vehicleId).where('kind', '=', 'work');
  const matches = (pattern: string) => {
    const searched = sql`operation_name || ' ' || part_name || ' ' || part_code`;
    return kind === 'sqlite' ? sql<SqlBool>`(${searched}) glob ${pattern}` : sql<SqlBool>`(${searched}) ~ ${pattern}`;
  };
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
    /** The place of the `count`th record after `after`, newest first; undefined if fewer follow. */
    async findEndOfBatch(vehicleId: AuthorizedVehicleId, after: Place | undefined, count: number): Promise<Place | undefined> {
      const places = recordsOf(vehicleId).select(['performed_on', 'id']).orderBy('performed_on', 'desc').orderBy('id', 'desc');
      const rest = after
        ? places.where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(after.performed_on, after.id)))
        : places;
      return rest
        .limit(1)
        .offset(count - 1)
        .executeTakeFirst();
    },
    /** The records that match all patterns, newest first, after the place `after` until the place `end`, which is included. */
    async search(
      vehicleId: AuthorizedVehicleId,
      patterns: readonly string[],
      { after, end }: { after: Place | undefined; end: Place | undefined },
    ): Promise<EntryRow[]> {
      let found = recordsOf(vehicleId).select(ENTRY_COLUMNS).orderBy('performed_on', 'desc').orderBy('id', 'desc');
      for (const pattern of patterns) found = found.where(matches(pattern));
      if (after)
        found = found.where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(after.performed_on, after.id)));
      if (end) found = found.where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '>=', tuple(end.performed_on, end.id)));
      return found.execute();
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
