import type { StatisticsPeriod } from '#contract/statistics.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { GroupsRepo, RecordsPage } from './groups.repo.ts';
import { addOperations, addParts, type Groups } from './groups.rules.ts';
import type { Days, MonthRow, MonthsRepo } from './months.repo.ts';
import { positionOf } from './position.rules.ts';

export type { Days, MonthRow } from './months.repo.ts';

/** Records whose names one query reads. */
const RECORDS_AT_ONCE = 2_000;
const VEHICLES_AT_ONCE = 20;
/** A vehicle with more records gets separate queries; the others share theirs. */
const OWN_QUERY_ABOVE = RECORDS_AT_ONCE / VEHICLES_AT_ONCE;

/** Earlier and later than any day of a record. */
export const ALL_DAYS: Days = { from: '0000-00-00', to: '9999-99-99' };
/** The position before all records until a day. */
export const endOf = (day: string): RecordsPage['before'] => ({ performedOn: day, id: Number.MAX_SAFE_INTEGER });

export const daysOf = ({ from, to }: StatisticsPeriod): Days => ({ from: from ?? ALL_DAYS.from, to: to ?? ALL_DAYS.to });
const areAllDays = ({ from, to }: Days): boolean => from === ALL_DAYS.from && to === ALL_DAYS.to;

export interface FigureRepos {
  months: MonthsRepo;
  groups: GroupsRepo;
}

/** Sums over vehicles of one owner. */
export interface Collected {
  months: MonthRow[];
  operations: Groups;
  /** Empty unless extended. */
  parts: Groups;
  /** The months of all time, for the forecast; empty unless extended. */
  allMonths: MonthRow[];
}

/** Sums the records of vehicles in that period. Queries of SQLite are synchronous: other requests run between them. */
export async function collect(
  { months: monthRows, groups }: FigureRepos,
  ids: readonly AuthorizedVehicleId[],
  days: Days,
  isExtended: boolean,
): Promise<Collected> {
  const collected: Collected = { months: [], operations: new Map(), parts: new Map(), allMonths: [] };
  const monthsOf = async (pack: readonly AuthorizedVehicleId[], within: Days): Promise<MonthRow[]> => {
    await nextTurn();
    return monthRows.listMonths(pack, within);
  };
  for (const pack of await packsOf(monthRows, ids)) {
    const months = await monthsOf(pack, days);
    collected.months.push(...months);
    if (isExtended) collected.allMonths.push(...(areAllDays(days) ? months : await monthsOf(pack, ALL_DAYS)));
    if (months.length === 0) continue;
    for await (const rows of pagesOf(days, (page) => groups.listOperations(pack, page))) addOperations(collected.operations, rows);
    if (!isExtended) continue;
    for await (const rows of pagesOf(days, (page) => groups.listParts(pack, page))) addParts(collected.parts, rows);
  }
  return collected;
}

/** Reads pages of records, newest first, until one is not full. */
async function* pagesOf<Row extends { records: number; oldest: string }>(
  { from, to }: Days,
  read: (page: RecordsPage) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before = endOf(to);
  for (;;) {
    await nextTurn();
    const rows = await read({ from, before, limit: RECORDS_AT_ONCE });
    yield rows;
    if (rows.reduce((sum, row) => sum + row.records, 0) < RECORDS_AT_ONCE) return;
    before = positionOf(rows.map(({ oldest }) => oldest).reduce((first, other) => (other < first ? other : first)));
  }
}

/** Packs of vehicles that together have few enough records for one query, and each large vehicle alone. */
async function packsOf(repo: MonthsRepo, ids: readonly AuthorizedVehicleId[]): Promise<AuthorizedVehicleId[][]> {
  if (ids.length <= 1) return ids.map((id) => [id]);
  const packs: AuthorizedVehicleId[][] = [];
  for (let start = 0; start < ids.length; start += VEHICLES_AT_ONCE) {
    await nextTurn();
    const chunk = ids.slice(start, start + VEHICLES_AT_ONCE);
    const large = new Set((await repo.listLarge(chunk, OWN_QUERY_ABOVE)).map(({ id }) => id));
    packs.push(...chunk.filter((id) => large.has(id)).map((id) => [id]));
    packs.push(chunk.filter((id) => !large.has(id)));
  }
  return packs.filter((pack) => pack.length > 0);
}
