import type { Tariff } from '#contract/tariffs.ts';
import type { UserId } from './authorized.ts';

/** Who calls a user's endpoint, as the access check found out. */
export interface Caller {
  userId: UserId;
  /** Hash of the session's token. */
  session: string;
  /** The tariff in force at this moment, and how many vehicles it allows; null is no limit. */
  tariff: Tariff;
  limit: number | null;
}

/** Who calls an administrator's endpoint. */
export interface AdminCaller {
  adminId: number;
  email: string;
  /** When the session began, in milliseconds since the epoch. */
  loginAt: number;
  /** Hash of the session's token. */
  session: string;
}
