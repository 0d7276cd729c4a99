import { type RawBuilder, sql } from 'kysely';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { TimelineCursor, TimelineSort } from '#contract/timeline.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import { ENTRY_COLUMNS, type EntryRow } from './entries.repo.ts';
import { counted, spent } from './entry-sums.repo.ts';
import type { ReadingRow } from './readings.repo.ts';

/** The entries of one kind and currency in a year of a history. */
export interface YearRow {
  year: string;
  kind: EntryKindName;
  currency: Currency;
  entries: number;
  /** Cents, without loans. */
  cost: number;
  /** The entries that `cost` sums. */
  counted: number;
}

/** A page of the entries of some kinds. `year` is YYYY; `after` is the position of the last entry of the previous page. */
export interface TimelinePage {
  kinds: readonly EntryKindName[];
  sort: TimelineSort;
  year?: string | undefined;
  after?: TimelineCursor | undefined;
  limit: number;
}

/** The position of an entry in the order of days. */
export type Place = Pick<EntryRow, 'performed_on' | 'id'>;

/** An amount that is not known is sorted as 0. */
const KEYS: Record<TimelineSort, RawBuilder<unknown>> = {
  ...{ newest: sql`entries.performed_on`, oldest: sql`entries.performed_on` },
  ...{ reading: sql`entries.reading`, price: sql`coalesce(entries.amount, 0)` },
};

/** Histories of single vehicles, found with the index on their entries. */
export function timelineRepo(db: Db) {
  const entriesOf = (vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[]) =>
    db.selectFrom('entries').where('vehicle_id', '=', vehicleId).where('kind', 'in', kinds);
  return {
    /** The rows are read by id after the ids of the page have been read from the index alone. */
    async listPage(vehicleId: AuthorizedVehicleId, { kinds, sort, year, after, limit }: TimelinePage): Promise<EntryRow[]> {
      const direction = sort === 'oldest' ? 'asc' : 'desc';
      const key = KEYS[sort];
      let ids = entriesOf(vehicleId, kinds).select('id').orderBy(key, direction).orderBy('id', direction).limit(limit);
      if (year) ids = ids.where('performed_on', '>=', `${year}-01-01`).where('performed_on', '<=', `${year}-12-31`);
      if (after) ids = ids.where(sql<boolean>`(${key}, id) ${sql.raw(sort === 'oldest' ? '>' : '<')} (${after.key}, ${after.id})`);
      return db
        .selectFrom('entries')
        .innerJoin(ids.as('page'), 'page.id', 'entries.id')
        .select(ENTRY_COLUMNS.map((column) => `entries.${column}` as const))
        .orderBy(key, direction)
        .orderBy('entries.id', direction)
        .execute();
    },
    /** The years of the history by kind and currency, newest first. */
    async listYears(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[]): Promise<YearRow[]> {
      const year = sql<string>`substr(performed_on, 1, 4)`;
      return entriesOf(vehicleId, kinds)
        .select(({ fn }) => [
          ...[year.as('year'), 'kind' as const, 'currency' as const],
          ...[fn.countAll<number>().as('entries'), spent().as('cost'), counted().as('counted')],
        ])
        .groupBy([year, 'kind', 'currency'])
        .orderBy('year', 'desc')
        .execute();
    },
    async findPlace(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[], id: number): Promise<Place | undefined> {
      return entriesOf(vehicleId, kinds).select(['performed_on', 'id']).where('id', '=', id).executeTakeFirst();
    },
    /** At most `count` entries after the place `after`, newest first, without the mileages of the details. */
    async listBatch(
      vehicleId: AuthorizedVehicleId,
      kinds: readonly EntryKindName[],
      after: Place | undefined,
      count: number,
    ): Promise<EntryRow[]> {
      const typed = entriesOf(vehicleId, kinds).select(ENTRY_COLUMNS).where('source', '<>', 'details');
      const rows = typed.orderBy('performed_on', 'desc').orderBy('id', 'desc').limit(count);
      if (!after) return rows.execute();
      return rows
        .where(({ eb, refTuple, tuple }) => eb(refTuple('performed_on', 'id'), '<', tuple(after.performed_on, after.id)))
        .execute();
    },
    /** The newest entry with the reading nearest to `tenths`. A reading of 0 is a missing one. */
    async findNearest(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[], tenths: number): Promise<ReadingRow | undefined> {
      return entriesOf(vehicleId, kinds)
        .select(['id', 'kind', 'reading', 'performed_on'])
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
