import type { OtherCurrencies } from '#contract/currencies.ts';
import { fromCents, sumOfAmounts, toCents } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { HistoryYear } from '#contract/timeline.ts';
import { sumOfOthers } from '../../../other-currencies.ts';
import { type Entry, type EntryKey, type EntryOf, entryKey, isEntry, spentOn } from '../entry.ts';

/**
 * `currency` is that of the account: an entry in another one changes no sum here. What stands beside the sums comes with the next fetch.
 */

/** The newest entries of a vehicle, as the server returns them. */
export interface LatestEntries {
  data: EntryOf<'work'>[];
  /** Total of all entries, including those not in `data`. */
  totalCost: number;
  otherCurrencies: OtherCurrencies;
  /** Position of the last entry, as `performedOn_id`; null if there are no older ones. */
  nextCursor: string | null;
}

/** A page of a history that was searched, filtered or sorted. */
export interface TimelinePage {
  data: Entry[];
  /** Null except on the first page. */
  years: HistoryYear[] | null;
  nextCursor: string | null;
}

type Position = Pick<Entry, 'performedOn' | 'id'>;

/** By date of the work, newest first, then by id, newest first. */
const newestFirst = (a: Position, b: Position): number => b.performedOn.localeCompare(a.performedOn) || b.id - a.id;

/** Whether the entry belongs to this page, given that it belongs to no earlier one. */
function isWithin({ nextCursor }: Pick<TimelinePage, 'nextCursor'>, entry: Entry): boolean {
  if (nextCursor === null) return true;
  const [performedOn = '', id] = nextCursor.split('_');
  return newestFirst(entry, { performedOn, id: Number(id) }) <= 0;
}

/** The latest entries after one was added or changed. An entry that is older than all of them is left to the next fetch. */
export function withEntry(latest: LatestEntries, entry: EntryOf<'work'>, currency: Currency): LatestEntries {
  const others = withoutEntry(latest, entryKey(entry), currency);
  const isListed = isWithin(latest, entry);
  if (!isListed && others.data.length === latest.data.length) return latest;
  return {
    ...others,
    data: isListed ? [...others.data, entry].sort(newestFirst) : others.data,
    totalCost: sumOfAmounts([others.totalCost, spentOn(entry, currency)]),
  };
}

export function withoutEntry(latest: LatestEntries, key: EntryKey, currency: Currency): LatestEntries {
  const removed = latest.data.find(isEntry(key));
  if (!removed) return latest;
  return {
    ...latest,
    data: latest.data.filter((entry) => entry !== removed),
    totalCost: fromCents(toCents(latest.totalCost) - toCents(spentOn(removed, currency))),
  };
}

/**
 * The pages of a history, newest first, after an entry was added or changed. In a history that is searched or sorted otherwise, the place
 * of the entry is unknown: pass `isWhole` false to change only an entry that it contains.
 */
export function withTimelineEntry<Page extends TimelinePage>(
  pages: readonly Page[],
  entry: Entry,
  currency: Currency,
  isWhole: boolean,
): Page[] {
  if (!isWhole)
    return pages.map((page) => ({ ...page, data: page.data.map((other) => (isEntry(entryKey(entry))(other) ? entry : other)) }));
  const others = withoutTimelineEntry(pages, entryKey(entry), currency);
  const place = others.findIndex((page) => isWithin(page, entry));
  const wasListed = pages.some(({ data }) => data.some(isEntry(entryKey(entry))));
  if (place < 0 && !wasListed) return [...pages];
  return others.map((page, index) => ({
    ...page,
    data: index === place ? [...page.data, entry].sort(newestFirst) : page.data,
    years: page.years && withYear(page.years, entry, currency, 1),
  }));
}

export function withoutTimelineEntry<Page extends TimelinePage>(pages: readonly Page[], key: EntryKey, currency: Currency): Page[] {
  const removed = pages.flatMap(({ data }) => data).find(isEntry(key));
  if (!removed) return [...pages];
  return pages.map((page) => ({
    ...page,
    data: page.data.filter((entry) => entry !== removed),
    years: page.years && withYear(page.years, removed, currency, -1),
  }));
}

/** The years after one entry more or less; a year without entries is left out. */
function withYear(years: readonly HistoryYear[], entry: Entry, currency: Currency, change: 1 | -1): HistoryYear[] {
  const year = entry.performedOn.slice(0, 4);
  const before = years.find((one) => one.year === year) ?? { year, records: 0, cost: 0, otherCurrencies: [] };
  const cost = fromCents(toCents(before.cost) + change * toCents(spentOn(entry, currency)));
  const after = { year, records: before.records + change, cost, otherCurrencies: before.otherCurrencies };
  const others = years.filter((one) => one.year !== year);
  return [...others, ...(after.records > 0 ? [after] : [])].sort((a, b) => b.year.localeCompare(a.year));
}

/** Sum of the costs of the years, or of one of them, and what it leaves out. */
export function totalOf(years: readonly HistoryYear[], year?: string): Pick<LatestEntries, 'totalCost' | 'otherCurrencies'> {
  const counted = years.filter((one) => year === undefined || one.year === year);
  return { totalCost: sumOfAmounts(counted.map(({ cost }) => cost)), otherCurrencies: sumOfOthers(counted) };
}

/** Number of entries of the years, or of one of them. */
export const countOf = (years: readonly HistoryYear[], year?: string): number =>
  years.filter((one) => year === undefined || one.year === year).reduce((sum, { records }) => sum + records, 0);
