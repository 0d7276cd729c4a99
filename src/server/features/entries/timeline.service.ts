import type { EntryKindName } from '#contract/entry-kinds.ts';
import { VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import { parseNumber } from '#contract/numbers.ts';
import { type ReferenceReading, readingRule, readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { FoundEntry, HistoryYear, TimelineCursor, TimelineItem, TimelineSort } from '#contract/timeline.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicle, AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnedVehicle, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { byCurrency, otherCurrenciesOf } from './currencies.rules.ts';
import type { DetailsRepo } from './details.repo.ts';
import type { EntryRow } from './entries.repo.ts';
import { entryMatches, type Search } from './entry-matches.service.ts';
import type { FillsService } from './fills/fills.service.ts';
import { type MixedLine, mixedItem, withMixedDetails } from './mixed-lines.service.ts';
import { toReferenceReading } from './reading.rules.ts';
import { toRecord } from './records/records.kind.ts';
import type { TimelinePage, TimelineRepo, YearRow } from './timeline.repo.ts';

interface Deps {
  work: Pick<Work<{ timeline: TimelineRepo; details: DetailsRepo }>, 'repos'>;
  access: VehicleAccess;
  fills: Pick<FillsService, 'withConsumption'>;
  vehicles: Pick<VehiclesService, 'listNewestIds'>;
  clock: Clock;
}

export interface TimelineQuery {
  q?: string | undefined;
  /** Records only without it; their wire is then that of the specification. */
  kind?: EntryKindName[] | undefined;
  /** YYYY. */
  year?: string | undefined;
  sort?: TimelineSort | undefined;
  limit?: number | undefined;
  cursor?: TimelineCursor | undefined;
  /** Id of the entry with which the page begins. */
  at?: number | undefined;
}

export interface Timeline {
  data: TimelineItem[];
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
const KEY_OF: Record<TimelineSort, (row: Pick<EntryRow, 'performed_on' | 'reading' | 'amount'>) => string | number> = {
  newest: (row) => row.performed_on,
  oldest: (row) => row.performed_on,
  reading: (row) => row.reading,
  price: (row) => row.amount ?? 0,
};

const WORK_ONLY: EntryKindName[] = ['work'];

/** What a timeline is put together from. */
function timelineParts({ work: { repos }, fills, clock }: Pick<Deps, 'work' | 'fills' | 'clock'>) {
  const matches = entryMatches({ repo: repos.timeline, details: repos.details, clock });

  /** A page of the matching entries, and the years of all of them. */
  async function find(
    vehicleId: AuthorizedVehicleId,
    search: Search,
    page: TimelinePage,
  ): Promise<{ lines: MixedLine[]; years: YearRow[] }> {
    const years = new Map<string, YearRow>();
    let lines: MixedLine[] = [];
    for await (const batch of matches.listOf(vehicleId, search)) {
      for (const line of batch) addToYear(years, line);
      lines = [...lines, ...batch.filter((line) => isOnPage(line, page))].sort(comparison(page.sort)).slice(0, page.limit);
    }
    return { lines, years: [...years.values()] };
  }

  async function list(vehicleId: AuthorizedVehicleId, page: TimelinePage): Promise<{ lines: MixedLine[]; years: undefined }> {
    return { lines: await withMixedDetails(repos.details, await repos.timeline.listPage(vehicleId, page)), years: undefined };
  }

  async function placeOf(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[], entryId: number): Promise<TimelineCursor> {
    const place = await repos.timeline.findPlace(vehicleId, kinds, entryId);
    if (!place) throw new AppError('recordsApi.404');
    // Pages begin after a position: this is the one before the entry.
    return { key: place.performed_on, id: place.id + 1 };
  }

  /** The entries as the API returns them, fills with their consumption. */
  async function itemsOf(vehicle: AuthorizedVehicle<OwnedVehicle>, lines: readonly MixedLine[], isNamed: boolean): Promise<TimelineItem[]> {
    if (!isNamed) return lines.map(toRecord);
    const items = lines.map(mixedItem);
    const withFigures = await fills.withConsumption(
      vehicle,
      items.filter((item) => item.kind === 'fill'),
    );
    const figures = new Map(withFigures.map((fill) => [fill.id, fill]));
    return items.map((item) => ({ ...item, ...figures.get(item.id) }) as TimelineItem);
  }

  /** The entry whose reading is nearest to the searched number, if it is one. */
  async function nearestTo(
    vehicle: AuthorizedVehicle<OwnedVehicle>,
    kinds: readonly EntryKindName[],
    q: string,
  ): Promise<ReferenceReading | null> {
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    const parsed = unit === 'year' ? undefined : parseNumber(q, readingRule(unit));
    if (!parsed?.ok) return null;
    return toReferenceReading(await repos.timeline.findNearest(vehicle.id, kinds, Math.round(parsed.value * TENTHS)));
  }

  /** One more than a vehicle may have among the found entries, if there are so many. */
  async function newestMatches(vehicleId: AuthorizedVehicleId, search: Search): Promise<MixedLine[]> {
    const lines: MixedLine[] = [];
    for await (const batch of matches.listOf(vehicleId, search)) {
      lines.push(...batch);
      if (lines.length > FOUND_PER_VEHICLE) break;
    }
    return lines;
  }

  return { matches, find, list, placeOf, itemsOf, nearestTo, newestMatches };
}

export function timelineService({ access, vehicles, ...deps }: Deps) {
  const { repos } = deps.work;
  const { matches, find, list, placeOf, itemsOf, nearestTo, newestMatches } = timelineParts(deps);
  return {
    /**
     * A page of the history, and with the first page its years. 404 and 403 like `vehicles.authorize`, 404 for an unknown entry `at`,
     * 400 for a cursor of another sort order.
     */
    async get(caller: Caller, vehicleId: number, query: TimelineQuery): Promise<Timeline> {
      const { q = '', kind, year, sort = 'newest', cursor, at, limit = PAGE } = query;
      const { vehicle, owner } = await access.open(caller, vehicleId);
      checkCursor(cursor, sort);
      const kinds = [...new Set(kind ?? WORK_ONLY)];
      const after = cursor ?? (at === undefined ? undefined : await placeOf(vehicle.id, kinds, at));
      const page: TimelinePage = { kinds, sort, year, after, limit: limit + 1 };
      const isFirst = cursor === undefined;
      const search = matches.begin(q, kinds);
      const found = q === '' ? await list(vehicle.id, page) : await find(vehicle.id, search, page);
      const years = isFirst ? (found.years ?? (await repos.timeline.listYears(vehicle.id, kinds))) : undefined;
      const lines = found.lines.slice(0, limit);
      const last = found.lines.length > limit ? lines.at(-1) : undefined;
      return {
        data: await itemsOf(vehicle, lines, kind !== undefined),
        years: years ? yearsOf(years, owner.currency, kind !== undefined) : null,
        nearest: isFirst && q !== '' ? await nearestTo(vehicle, kinds, q) : null,
        nextCursor: last ? `${KEY_OF[sort](last)}_${last.id}` : null,
        isComplete: !search.isOver,
      };
    },

    /** The newest matches of each usable vehicle of the caller, the newest first. */
    async search(caller: Caller, q = '', kind?: EntryKindName[]): Promise<{ data: FoundEntry[]; isComplete: boolean }> {
      const search = matches.begin(q, kind ?? WORK_ONLY);
      const data: FoundEntry[] = [];
      let isComplete = true;
      const ids = q === '' ? [] : await vehicles.listNewestIds(caller, VEHICLES_PER_ACCOUNT);
      for (const vehicleId of ids) {
        const lines = await newestMatches(vehicleId, search);
        isComplete &&= lines.length <= FOUND_PER_VEHICLE;
        data.push(...lines.slice(0, FOUND_PER_VEHICLE).map((line) => ({ ...(kind ? mixedItem(line) : toRecord(line)), vehicleId })));
        if (data.length > FOUND_MAX || search.isOver) break;
      }
      data.sort((a, b) => compare(b.performedOn, a.performedOn) || b.id - a.id);
      return { data: data.slice(0, FOUND_MAX), isComplete: isComplete && data.length <= FOUND_MAX && !search.isOver };
    },
  };
}

function checkCursor(cursor: TimelineCursor | undefined, sort: TimelineSort): void {
  if (!cursor) return;
  const isDay = typeof cursor.key === 'string';
  if (isDay !== (sort === 'newest' || sort === 'oldest'))
    throw new AppError('api.validation', { fields: [{ field: 'cursor', code: 'validation.invalid' }] });
}

/** Counts an entry among those of its kind and currency in its year. The entries come newest first, so the years do too. */
function addToYear(years: Map<string, YearRow>, line: MixedLine): void {
  const year = line.performed_on.slice(0, 4);
  const { kind, currency, amount } = line;
  const key = `${year} ${kind} ${currency}`;
  const row = years.get(key) ?? { year, kind, currency, entries: 0, cost: 0, counted: 0 };
  const isSpent = amount !== null && (kind !== 'cost' || line.details.category !== 'loan');
  const counted = isSpent ? { cost: row.cost + amount, counted: row.counted + 1 } : {};
  years.set(key, { ...row, entries: row.entries + 1, ...counted });
}

/** The years with the sums of all kinds and, if the kinds were asked for, of each. */
function yearsOf(rows: readonly YearRow[], currency: Currency, isNamed: boolean): HistoryYear[] {
  const sumOf = (some: readonly YearRow[]) => {
    const { own, others } = byCurrency(some, currency);
    return {
      count: some.reduce((sum, { entries }) => sum + entries, 0),
      sum: fromCents(own.reduce((sum, { cost }) => sum + cost, 0)),
      otherCurrencies: otherCurrenciesOf(
        others.map((row) => ({ ...row, records: row.counted })),
        currency,
      ),
    };
  };
  return [...Map.groupBy(rows, ({ year }) => year)].map(([year, ofYear]) => {
    const { count, sum, otherCurrencies } = sumOf(ofYear);
    const kinds = [...Map.groupBy(ofYear, ({ kind }) => kind)].map(([kind, some]) => [kind, sumOf(some)]);
    return { ...{ year, records: count, cost: sum, otherCurrencies }, ...(isNamed ? { kinds: Object.fromEntries(kinds) } : {}) };
  });
}

/** Compares two entries by the sort order, and those with equal keys by their id. */
function comparison(sort: TimelineSort): (a: MixedLine, b: MixedLine) => number {
  const key = KEY_OF[sort];
  const direction = sort === 'oldest' ? 1 : -1;
  return (a, b) => direction * (compare(key(a), key(b)) || a.id - b.id);
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function isOnPage(row: MixedLine, { sort, year, after }: TimelinePage): boolean {
  if (year && !row.performed_on.startsWith(year)) return false;
  if (!after) return true;
  const key = KEY_OF[sort](row);
  const order = compare(key, after.key) || row.id - after.id;
  return sort === 'oldest' ? order > 0 : order < 0;
}
