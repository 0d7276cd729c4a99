import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pageQuery, reason, seenText, tariff } from './fields.ts';
import { orderMonths } from './orders.ts';
import { PAID_TARIFFS, TARIFFS } from './tariffs.ts';

/** A user in the admin panel: `tariff` is the one in force; the dates are set while a paid period is running. */
export const listedUser = z.object({
  user_id: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether an administrator has locked the account. */
  is_locked: z.boolean(),
  tariff,
  tariff_start_date: z.nullable(z.string()),
  tariff_end_date: z.nullable(z.string()),
});
export type ListedUser = z.core.output<typeof listedUser>;

/** Lists of users: by the tariff in force, locked by an administrator, or with a paid period that ends soon. */
export const USER_LISTS = ['all', ...TARIFFS, 'ending', 'locked'] as const;
export type UserList = (typeof USER_LISTS)[number];

export const userCounts = z.object({
  all: z.number(),
  basic: z.number(),
  family: z.number(),
  business: z.number(),
  ending: z.number(),
  locked: z.number(),
});
export type UserCounts = z.core.output<typeof userCounts>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  role: 'orders',
  summary:
    'List users: newest first; in a paid period, those whose period ends first come first, and locked ones begin with the newest lock. ending are those whose period ends within 14 days. Each word of q is a part of the name, the email or the phone number; digits can be a user’s number; a search lists newest first. total is the number of users found; counts has the number found of each list; is_more says that q is so frequent that only the newest 5,000 users were searched. For the role `orders` there is only the search: it finds the newest 20 users, is_more says that there are others, and 200 searches an hour are possible.',
  query: z.object({ list: z._default(z.enum(USER_LISTS, 'validation.choice'), 'all'), ...pageQuery }),
  answer: z.object({ users: z.array(listedUser), total: z.number(), counts: userCounts, is_more: z.boolean() }),
  unexpectedError: 'adminApi.users.500',
  errors: [],
});

const seenDate = z.nullable(seenText);

const seenTariff = {
  reason,
  /** The tariff as it was shown to the administrator; 409 if another one is in force by now. Without it, the last request wins. */
  seen: z.optional(
    z.object(
      { tariff: z.enum(TARIFFS, 'validation.choice'), tariff_start_date: seenDate, tariff_end_date: seenDate },
      'validation.invalid',
    ),
  ),
};

/**
 * `basic` ends the running period and takes no months. A paid tariff starts immediately; with `from_end` the running period of the same
 * tariff continues after its end instead.
 */
export const changeUserTariffInput = z.discriminatedUnion(
  'tariff',
  [
    z.object({ tariff: z.literal('basic'), ...seenTariff }),
    z.object({
      tariff: z.enum(PAID_TARIFFS),
      payment_months: orderMonths,
      from_end: z.optional(z.boolean('validation.choice')),
      ...seenTariff,
    }),
  ],
  'validation.choice',
);

export const changeUserTariff = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}/tariff',
  access: 'admin',
  role: 'all',
  summary: 'Change a user’s tariff manually, with immediate effect; rejected while an order is open.',
  params: z.object({ userId: id }),
  body: changeUserTariffInput,
  answer: z.object({ data: listedUser }),
  successCode: 'tariffApi.manual.success',
  unexpectedError: 'adminApi.users.500',
  errors: ['api.user.404', 'adminApi.changed', 'tariffApi.manual.409', 'tariffApi.manual.notRunning'],
});
