import { sumOfAmounts } from '#contract/money.ts';
import type { ServiceRecord } from '#contract/records.ts';

/** One page of the server's response. */
export interface HistoryPage {
  data: ServiceRecord[];
  /** Total of all records, including other pages. */
  totalCost: number;
  /** The last record of this page, as `performedOn_id`; null on the last page. */
  nextCursor: string | null;
}

/** All records of the loaded pages. */
export interface History {
  data: ServiceRecord[];
  totalCost: number;
}

type Key = Pick<ServiceRecord, 'performedOn' | 'id'>;

/** By date of the work, newest first, then by id, newest first. */
const newestFirst = (a: Key, b: Key): number => b.performedOn.localeCompare(a.performedOn) || b.id - a.id;

/** The total comes from the last page, which was fetched last. */
export const historyOf = (pages: readonly HistoryPage[]): History => ({
  data: pages.flatMap(({ data }) => data),
  totalCost: pages.at(-1)?.totalCost ?? 0,
});

/** Whether the record belongs to this page, given that it belongs to no earlier one. */
function isWithin({ nextCursor }: HistoryPage, record: ServiceRecord): boolean {
  if (nextCursor === null) return true;
  const [performedOn = '', id] = nextCursor.split('_');
  return newestFirst(record, { performedOn, id: Number(id) }) <= 0;
}

/** The pages after a record was added or changed; one older than the loaded pages changes only the total. */
export function withRecord(pages: readonly HistoryPage[], record: ServiceRecord): HistoryPage[] {
  const others = withoutRecord(pages, record.id);
  const place = others.findIndex((page) => isWithin(page, record));
  return others.map((page, index) => ({
    ...page,
    data: index === place ? [...page.data, record].sort(newestFirst) : page.data,
    totalCost: sumOfAmounts([page.totalCost, record.price]),
  }));
}

export function withoutRecord(pages: readonly HistoryPage[], recordId: number): HistoryPage[] {
  const price = historyOf(pages).data.find(({ id }) => id === recordId)?.price ?? 0;
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => id !== recordId),
    totalCost: sumOfAmounts([page.totalCost, -price]),
  }));
}
