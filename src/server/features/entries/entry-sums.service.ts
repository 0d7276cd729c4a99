import type { OtherCurrencies } from '#contract/currencies.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { AuthorizedVehicleId, UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';

export type { EntrySumsRepo } from './entry-sums.repo.ts';

import { byCurrency, otherCurrenciesOf } from './currencies.rules.ts';
import type { EntrySumsRepo, LastRecord, VehicleRange, VehicleSums } from './entry-sums.repo.ts';

/** A vehicle with more records than this gets a separate query; other vehicles share one. */
const OWN_QUERY_ABOVE = 1_000;
const VEHICLES_AT_ONCE = 20;
/** Up to this number of vehicles, the search for large ones is skipped. */
const FEW_VEHICLES = 1;

/** Counts of all entries but the mileages of the details, and sums in cents of those in the account's currency. */
export interface VehicleStats extends Omit<VehicleSums, 'vehicleId' | 'currency' | 'fromDetails' | 'counted' | 'countedThisYear'> {
  /** What `spent` and `spentThisYear` leave out. */
  otherCurrencies: OtherCurrencies;
  otherCurrenciesThisYear: OtherCurrencies;
}

export interface VehicleTotals {
  stats: VehicleStats | undefined;
  last: LastRecord | undefined;
  /** What the last odometer shows, in tenths; only if one was replaced. */
  shown?: number;
}

/**
 * Totals of the given vehicles of one owner, by vehicle id. `year` is YYYY. `ids` are ascending, either all archived or all not, and
 * leave out no vehicle of that kind between the first and the last: queries read ranges of ids.
 */
export async function totalsOf(
  sums: EntrySumsRepo,
  { userId, currency }: Pick<Caller, 'userId' | 'currency'>,
  ids: readonly AuthorizedVehicleId[],
  year: string,
  isArchived = false,
): Promise<Map<number, VehicleTotals>> {
  const totals = new Map<number, VehicleTotals>(ids.map((id) => [id, { stats: undefined, last: undefined }]));
  for (let start = 0; start < ids.length; start += VEHICLES_AT_ONCE) {
    const chunk = ids.slice(start, start + VEHICLES_AT_ONCE);
    for (const range of await rangesOf(sums, userId, chunk, isArchived)) {
      // SQLite queries are synchronous; this lets other requests run in between.
      if (totals.size > FEW_VEHICLES) await nextTurn();
      for (const [id, rows] of Map.groupBy(await sums.find(userId, range, year), ({ vehicleId }) => vehicleId))
        Object.assign(totals.get(id) ?? {}, { stats: statsOf(rows, currency) });
      for (const last of await sums.findLast(userId, range)) Object.assign(totals.get(last.vehicleId) ?? {}, { last });
    }
  }
  return totals;
}

/** A range for each large vehicle and shared ranges for the others, so that no query reads more than about 20,000 records. */
async function rangesOf(
  sums: EntrySumsRepo,
  userId: UserId,
  ids: readonly AuthorizedVehicleId[],
  isArchived: boolean,
): Promise<VehicleRange[]> {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return [];
  if (ids.length <= FEW_VEHICLES) return [{ first, last, isArchived }];
  const large = new Set((await sums.findLarge(userId, { first, last, isArchived }, OWN_QUERY_ABOVE)).map(({ id }) => id));
  const ranges: VehicleRange[] = [];
  let isOpen = false;
  for (const id of ids) {
    const range = isOpen && !large.has(id) ? ranges.at(-1) : undefined;
    if (range) range.last = id;
    else ranges.push({ first: id, last: id, isArchived });
    isOpen = !large.has(id);
  }
  return ranges;
}

/** Puts together what is summed by currency. */
function statsOf(rows: readonly VehicleSums[], currency: Currency): VehicleStats {
  const { own, others } = byCurrency(rows, currency);
  const sumOf = (some: readonly VehicleSums[], column: 'records' | 'entries' | 'total' | 'thisYear' | 'spent' | 'spentThisYear'): number =>
    some.reduce((sum, row) => sum + row[column], 0);
  return {
    ...{ records: sumOf(rows, 'records'), entries: sumOf(rows, 'entries') - (rows[0]?.fromDetails ?? 0) },
    reading: Math.max(...rows.map(({ reading }) => reading)),
    ...{ total: sumOf(own, 'total'), thisYear: sumOf(own, 'thisYear') },
    ...{ spent: sumOf(own, 'spent'), spentThisYear: sumOf(own, 'spentThisYear') },
    otherCurrencies: otherCurrenciesOf(
      others.map((row) => ({ currency: row.currency, records: row.counted, cost: row.spent })),
      currency,
    ),
    otherCurrenciesThisYear: otherCurrenciesOf(
      others.map((row) => ({ currency: row.currency, records: row.countedThisYear, cost: row.spentThisYear })),
      currency,
    ),
  };
}
