import { VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { parseNumber } from '#contract/numbers.ts';
import { type ReferenceReading, readingRule, readingUnitOf, type ServiceRecord } from '#contract/records.ts';
import type { FoundRecord, HistoryYear, TimelineCursor, TimelineSort } from '#contract/timeline.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicle, AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnedVehicle, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { EntryRow } from './entries.repo.ts';
import { entryMatches, type Search } from './entry-matches.service.ts';
import { toReferenceReading } from './reading.rules.ts';
import { toRecord } from './records/records.kind.ts';
import type { TimelineRepo, YearRow } from './timeline.repo.ts';

interface Deps {
  work: Pick<Work<{ timeline: TimelineRepo }>, 'repos'>;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'listNewestIds'>;
  clock: Clock;
}

export interface TimelineQuery {
  q?: string | undefined;
  /** YYYY. */
  year?: string | undefined;
  sort?: TimelineSort | undefined;
  limit?: number | undefined;
  cursor?: TimelineCursor | undefined;
  /** Id of the record with which the page begins. */
  at?: number | undefined;
}

export interface Timeline {
  data: ServiceRecord[];
  years: HistoryYear[] | null;
  nearest: ReferenceReading | null;
  nextCursor: string | null;
  isComplete: boolean;
}

export type TimelineService = ReturnType<typeof timelineService>;

const PAGE = 100;
const FOUND_PER_VEHICLE = 5;
const FOUND_MAX = 50;

/** The column by which a history is sorted, as part of the cursor. */
const KEY_OF: Record<TimelineSort, (row: EntryRow) => string | number> = {
  newest: (row) => row.performed_on,
  oldest: (row) => row.performed_on,
  reading: (row) => row.reading,
  price: (row) => row.amount ?? 0,
};

interface Sorted {
  sort: TimelineSort;
  year?: string | undefined;
  after?: TimelineCursor | undefined;
  limit: number;
}

export function timelineService({ work: { repos }, access, vehicles, clock }: Deps) {
  const matches = entryMatches({ repo: repos.timeline, clock });

  /** A page of the matching records, and the years of all of them. */
  async function find(vehicleId: AuthorizedVehicleId, search: Search, page: Sorted): Promise<{ rows: EntryRow[]; years: YearRow[] }> {
    const years = new Map<string, YearRow>();
    let rows: EntryRow[] = [];
    for await (const batch of matches.listOf(vehicleId, search)) {
      for (const row of batch) addToYear(years, row);
      rows = [...rows, ...batch.filter((row) => isOnPage(row, page))].sort(comparison(page.sort)).slice(0, page.limit);
    }
    return { rows, years: [...years.values()] };
  }

  async function placeOf(vehicleId: AuthorizedVehicleId, recordId: number): Promise<TimelineCursor> {
    const place = await repos.timeline.findPlace(vehicleId, recordId);
    if (!place) throw new AppError('recordsApi.404');
    // Pages begin after a position: this is the one before the record.
    return { key: place.performed_on, id: place.id + 1 };
  }

  /** The record whose reading is nearest to the searched number, if it is one. */
  async function nearestTo(vehicle: AuthorizedVehicle<OwnedVehicle>, q: string): Promise<ReferenceReading | null> {
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    const parsed = unit === 'year' ? undefined : parseNumber(q, readingRule(unit));
    if (!parsed?.ok) return null;
    return toReferenceReading(await repos.timeline.findNearest(vehicle.id, Math.round(parsed.value * TENTHS)));
  }

  return {
    /**
     * A page of the history, and with the first page its years. 404 and 403 like `vehicles.authorize`, 404 for an unknown record `at`,
     * 400 for a cursor of another sort order.
     */
    async get(caller: Caller, vehicleId: number, query: TimelineQuery): Promise<Timeline> {
      const { q = '', year, sort = 'newest', cursor, at, limit = PAGE } = query;
      const { vehicle } = await access.open(caller, vehicleId);
      checkCursor(cursor, sort);
      const after = cursor ?? (at === undefined ? undefined : await placeOf(vehicle.id, at));
      const page: Sorted = { sort, year, after, limit: limit + 1 };
      const isFirst = cursor === undefined;
      const search = matches.begin(q);
      const found =
        q === '' ? { rows: await repos.timeline.listPage(vehicle.id, page), years: undefined } : await find(vehicle.id, search, page);
      const years = isFirst ? (found.years ?? (await repos.timeline.listYears(vehicle.id))) : undefined;
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        data: rows.map(toRecord),
        years: years?.map((row) => ({ ...row, cost: fromCents(row.cost) })) ?? null,
        nearest: isFirst && q !== '' ? await nearestTo(vehicle, q) : null,
        nextCursor: last ? `${KEY_OF[sort](last)}_${last.id}` : null,
        isComplete: !search.isOver,
      };
    },

    /** The newest matches of each usable vehicle of the caller, the newest first. */
    async search(caller: Caller, q = ''): Promise<{ data: FoundRecord[]; isComplete: boolean }> {
      const search = matches.begin(q);
      const data: FoundRecord[] = [];
      let isComplete = true;
      const ids = q === '' ? [] : await vehicles.listNewestIds(caller, VEHICLES_PER_ACCOUNT);
      for (const vehicleId of ids) {
        const rows = await newestMatches(vehicleId, search);
        isComplete &&= rows.length <= FOUND_PER_VEHICLE;
        data.push(...rows.slice(0, FOUND_PER_VEHICLE).map((row) => ({ ...toRecord(row), vehicleId })));
        if (data.length > FOUND_MAX || search.isOver) break;
      }
      data.sort((a, b) => compare(b.performedOn, a.performedOn) || b.id - a.id);
      return { data: data.slice(0, FOUND_MAX), isComplete: isComplete && data.length <= FOUND_MAX && !search.isOver };
    },
  };

  /** One more than a vehicle may have among the found records, if there are so many. */
  async function newestMatches(vehicleId: AuthorizedVehicleId, search: Search): Promise<EntryRow[]> {
    const rows: EntryRow[] = [];
    for await (const batch of matches.listOf(vehicleId, search)) {
      rows.push(...batch);
      if (rows.length > FOUND_PER_VEHICLE) break;
    }
    return rows;
  }
}

function checkCursor(cursor: TimelineCursor | undefined, sort: TimelineSort): void {
  if (!cursor) return;
  const isDay = typeof cursor.key === 'string';
  if (isDay !== (sort === 'newest' || sort === 'oldest'))
    throw new AppError('api.validation', { fields: [{ field: 'cursor', code: 'validation.invalid' }] });
}

/** Counts a record in its year. The records come newest first, so the years do too. */
function addToYear(years: Map<string, YearRow>, row: EntryRow): void {
  const year = row.performed_on.slice(0, 4);
  const counted = years.get(year) ?? { year, records: 0, cost: 0 };
  years.set(year, { year, records: counted.records + 1, cost: counted.cost + (row.amount ?? 0) });
}

/** Compares two records by the sort order, and records with equal keys by their id. */
function comparison(sort: TimelineSort): (a: EntryRow, b: EntryRow) => number {
  const key = KEY_OF[sort];
  const direction = sort === 'oldest' ? 1 : -1;
  return (a, b) => direction * (compare(key(a), key(b)) || a.id - b.id);
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function isOnPage(row: EntryRow, { sort, year, after }: Sorted): boolean {
  if (year && !row.performed_on.startsWith(year)) return false;
  if (!after) return true;
  const key = KEY_OF[sort](row);
  const order = compare(key, after.key) || row.id - after.id;
  return sort === 'oldest' ? order > 0 : order < 0;
}
