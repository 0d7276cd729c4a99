import type { Language } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';
import type { Currency, Tariff } from '#contract/tariffs.ts';
import type { UserId } from './authorized.ts';

/** The logged-in user of a request, from the access check. */
export interface Caller {
  userId: UserId;
  /** Hash of the session's token. */
  session: string;
  /** The tariff in force now. `limit` is the number of vehicles that it allows; null is no limit. */
  tariff: Tariff;
  limit: number | null;
  /** That of the account. */
  currency: Currency;
  /** IANA name. */
  timeZone: string;
}

/** The network of a request, logged in or not. */
export interface Visitor {
  /** IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The surrounding network: /24, or /48 for IPv6. */
  block: string;
  requestId: string;
}

/** The logged-in administrator of a request. */
export interface AdminCaller {
  adminId: number;
  email: string;
  role: AdminRole;
  /** Of the emails to the administrator; answers are in the language of the request. */
  language: Language;
  /** Start of the session, in milliseconds since the epoch. */
  loginAt: number;
  /** Hash of the session's token. */
  session: string;
}

/** The id of a user, for a change by an administrator whom the access check of the endpoint has admitted. */
export const administered = (_admin: AdminCaller, user: { id: number }): UserId => user.id as UserId;
