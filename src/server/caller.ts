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

/** The network that a request comes from, whether its sender is signed in or not. */
export interface Visitor {
  /** IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The network around it: /24, or /48 of IPv6. */
  block: string;
  requestId: string;
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
