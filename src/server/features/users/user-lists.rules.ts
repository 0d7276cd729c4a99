import { RENEWAL_DAYS } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import type { UserList } from '#contract/users.admin.ts';
import { isoTime } from '../../ports/clock.ts';
import { type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';

/** What decides in which lists a user is. */
export interface UserFacts extends TariffFacts {
  id: number;
  locked_at: string | null;
}

/** Now and the latest end of a period that ends soon, ISO 8601 UTC. */
export interface ListTimes {
  now: string;
  soon: string;
}

export const listTimes = (now: number): ListTimes => ({ now: isoTime(now), soon: isoTime(now + RENEWAL_DAYS * DAY) });

/** Parts of lists, each sorted by itself: `ended` had a paid period, `free` never had one or an administrator has ended it. */
export type UserSection = 'ended' | 'free' | Exclude<UserList, 'all' | 'basic'>;

/** What a list other than the one of all users consists of, in this order. */
export const sectionsOfList = (list: Exclude<UserList, 'all'>): UserSection[] => (list === 'basic' ? ['ended', 'free'] : [list]);

/** Whether a user is in a list; the sections are the same as conditions of queries. */
export function isInList(list: UserList, user: UserFacts, now: number, { soon }: ListTimes): boolean {
  if (list === 'all') return true;
  if (list === 'locked') return user.locked_at !== null;
  const tariff = tariffInForce(user, now);
  return list === 'ending' ? tariff !== 'basic' && (user.tariff_end_date ?? '') <= soon : tariff === list;
}
