import type { ServiceRecord } from '#contract/records.ts';

export interface History {
  data: ServiceRecord[];
  totalCost: number;
}

/** Newest work first, then the one written last (product decisions, part 3). */
const newestFirst = (a: ServiceRecord, b: ServiceRecord): number => b.performedOn.localeCompare(a.performedOn) || b.id - a.id;

function historyOf(data: ServiceRecord[]): History {
  const cents = data.reduce((sum, { price }) => sum + Math.round(price * 100), 0);
  return { data, totalCost: cents / 100 };
}

/** The history as the server would tell it with that record added or changed. */
export const withRecord = ({ data }: History, record: ServiceRecord): History =>
  historyOf([...data.filter(({ id }) => id !== record.id), record].sort(newestFirst));

export const withoutRecord = ({ data }: History, recordId: number): History => historyOf(data.filter(({ id }) => id !== recordId));
