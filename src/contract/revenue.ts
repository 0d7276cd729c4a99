import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { type PAID_TARIFFS, TARIFFS } from './tariffs.ts';

/** Months (UTC, YYYY-MM) that the figures cover, up to the current one. */
export const REVENUE_MONTHS = 12;
/** Days for which the ends of paid periods are counted. */
export const ENDING_DAYS = 30;

const amount = z.number();
const byPaidTariff = z.object({ family: amount, business: amount } satisfies Record<(typeof PAID_TARIFFS)[number], typeof amount>);

/**
 * What came in in a month, by the day on which the money moved, less what was given back: the number of payments, their value in US dollars
 * by the tariff that they paid for, and the money itself by currency, also of payments without a tariff.
 */
const paidMonth = z.object({
  month: z.string(),
  payments: z.number(),
  amounts: byPaidTariff,
  sums: z.array(z.object({ currency: z.string(), amount })),
});
export type PaidMonth = z.core.output<typeof paidMonth>;

/**
 * The users that have a tariff now, those of them whose period was paid by an order, and what these pay a month. `ending` and `at_stake` are
 * the part whose paid period ends in the next 30 days. Money is in US dollars.
 */
const tariffNow = z.object({
  tariff: z.enum(TARIFFS),
  users: z.number(),
  paying: z.number(),
  monthly: amount,
  ending: z.number(),
  at_stake: amount,
});
export type TariffNow = z.core.output<typeof tariffNow>;

/** `of`: users registered (or periods ended) in a month; `counted`: those that paid (or were continued) by the end of the next month. */
const share = z.object({
  month: z.string(),
  of: z.number(),
  counted: z.number(),
  /** Whether the next month is over too. */
  is_final: z.boolean(),
});
export type MonthShare = z.core.output<typeof share>;

export const revenue = z.object({
  paid: z.array(paidMonth),
  tariffs: z.array(tariffNow),
  /** Registered users and, of them, those that paid. */
  conversion: z.array(share),
  /** Paid periods that ended and, of them, those that were continued. */
  renewal: z.array(share),
});
export type Revenue = z.core.output<typeof revenue>;

export const getRevenue = endpoint({
  method: 'GET',
  path: '/api/statistics/revenue',
  access: 'admin',
  role: 'all',
  summary: 'Get the payments, conversion and renewals of the last 12 months (UTC), oldest first, and the tariffs of all users now.',
  answer: z.object({ data: revenue }),
  unexpectedError: 'statisticsApi.get.500',
  errors: [],
});
