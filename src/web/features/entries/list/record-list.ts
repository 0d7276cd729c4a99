import { fromCents, sumOfAmounts, toCents } from '#contract/money.ts';
import type { ServiceRecord } from '#contract/records.ts';
import type { HistoryYear } from '#contract/timeline.ts';

/** The newest records of a vehicle, as the server returns them. */
export interface LatestRecords {
  data: ServiceRecord[];
  /** Total of all records, including those not in `data`. */
  totalCost: number;
  /** Position of the last record, as `performedOn_id`; null if there are no older ones. */
  nextCursor: string | null;
}

/** A page of a history that was searched, filtered or sorted. */
export interface TimelinePage {
  data: ServiceRecord[];
  /** Null except on the first page. */
  years: HistoryYear[] | null;
  nextCursor: string | null;
}

type Key = Pick<ServiceRecord, 'performedOn' | 'id'>;

/** By date of the work, newest first, then by id, newest first. */
const newestFirst = (a: Key, b: Key): number => b.performedOn.localeCompare(a.performedOn) || b.id - a.id;

/** Whether the record belongs to this page, given that it belongs to no earlier one. */
function isWithin({ nextCursor }: Pick<TimelinePage, 'nextCursor'>, record: ServiceRecord): boolean {
  if (nextCursor === null) return true;
  const [performedOn = '', id] = nextCursor.split('_');
  return newestFirst(record, { performedOn, id: Number(id) }) <= 0;
}

/** The latest records after a record was added or changed. One that is older than all of them is left to the next fetch. */
export function withRecord(latest: LatestRecords, record: ServiceRecord): LatestRecords {
  const others = withoutRecord(latest, record.id);
  const isListed = isWithin(latest, record);
  if (!isListed && others.data.length === latest.data.length) return latest;
  return {
    ...others,
    data: isListed ? [...others.data, record].sort(newestFirst) : others.data,
    totalCost: sumOfAmounts([others.totalCost, record.price]),
  };
}

export function withoutRecord(latest: LatestRecords, recordId: number): LatestRecords {
  const price = latest.data.find(({ id }) => id === recordId)?.price ?? 0;
  return {
    ...latest,
    data: latest.data.filter(({ id }) => id !== recordId),
    totalCost: fromCents(toCents(latest.totalCost) - toCents(price)),
  };
}

/**
 * The pages of a history, newest first, after a record was added or changed. In a history that is searched or sorted otherwise, the place
 * of the record is unknown: pass `isWhole` false to change only a record that it contains.
 */
export function withTimelineRecord<Page extends TimelinePage>(pages: readonly Page[], record: ServiceRecord, isWhole: boolean): Page[] {
  if (!isWhole) return pages.map((page) => ({ ...page, data: page.data.map((other) => (other.id === record.id ? record : other)) }));
  const others = withoutTimelineRecord(pages, record.id);
  const place = others.findIndex((page) => isWithin(page, record));
  const wasListed = pages.some(({ data }) => data.some(({ id }) => id === record.id));
  if (place < 0 && !wasListed) return [...pages];
  return others.map((page, index) => ({
    ...page,
    data: index === place ? [...page.data, record].sort(newestFirst) : page.data,
    years: page.years && withYear(page.years, record, 1),
  }));
}

export function withoutTimelineRecord<Page extends TimelinePage>(pages: readonly Page[], recordId: number): Page[] {
  const removed = pages.flatMap(({ data }) => data).find(({ id }) => id === recordId);
  if (!removed) return [...pages];
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => id !== recordId),
    years: page.years && withYear(page.years, removed, -1),
  }));
}

/** The years after one record more or less; a year without records is left out. */
function withYear(years: readonly HistoryYear[], { performedOn, price }: ServiceRecord, change: 1 | -1): HistoryYear[] {
  const year = performedOn.slice(0, 4);
  const before = years.find((one) => one.year === year) ?? { year, records: 0, cost: 0 };
  const after = { year, records: before.records + change, cost: fromCents(toCents(before.cost) + change * toCents(price)) };
  const others = years.filter((one) => one.year !== year);
  return [...others, ...(after.records > 0 ? [after] : [])].sort((a, b) => b.year.localeCompare(a.year));
}

/** Sum of the costs of the years, or of one of them. */
export const totalOf = (years: readonly HistoryYear[], year?: string): number =>
  sumOfAmounts(years.filter((one) => year === undefined || one.year === year).map(({ cost }) => cost));

/** Number of records of the years, or of one of them. */
export const countOf = (years: readonly HistoryYear[], year?: string): number =>
  years.filter((one) => year === undefined || one.year === year).reduce((sum, { records }) => sum + records, 0);
