import { dayNumber } from '#contract/time.ts';
import type { Days } from '../entries/collected.service.ts';
import type { ValueRow } from './values.repo.ts';

/** Values in one currency. */
type Worth = Omit<ValueRow, 'currency'>;

/** In cents; `valueOn` is the day of the last known value, after which nothing is lost. */
export interface Depreciation {
  amount: number;
  valueOn: string;
}

/**
 * What a vehicle has lost in value in a period: between two known values linear by day, from the day after the first one until that of the
 * second one. Negative if it has gained. Null if no day of the period lies between two values. Values are given oldest first.
 */
export function depreciationOf(values: readonly Worth[], { from, to }: Days): Depreciation | null {
  let amount = 0;
  let days = 0;
  for (const [index, next] of values.slice(1).entries()) {
    const value = values[index] as Worth;
    const [start, end] = [dayNumber(value.day), dayNumber(next.day)];
    const first = from > value.day ? dayNumber(from) : start + 1;
    const last = to < next.day ? dayNumber(to) : end;
    if (last < first) continue;
    days += last - first + 1;
    amount += ((value.amount - next.amount) * (last - first + 1)) / (end - start);
  }
  const valueOn = values.at(-1)?.day;
  return days === 0 || valueOn === undefined ? null : { amount: Math.round(amount), valueOn };
}
