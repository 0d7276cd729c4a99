import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pageQuery } from './fields.ts';
import { orderMonths } from './orders.ts';
import { CURRENCIES, ORDER_STATUSES, PAID_TARIFFS, tariff } from './tariffs.ts';

/** The user data of specification 3, in its own field names, and what product decisions (part 2) add. */
export const user = z.object({
  user_id: z.number(),
  email: z.string(),
  phone: z.nullable(z.string()),
  currency: z.enum(CURRENCIES),
  first_name: z.string(),
  last_name: z.string(),
  person_image: z.nullable(z.string()),
  tariff,
  tariff_change: z.nullable(tariff),
  status: z.nullable(z.enum(ORDER_STATUSES)),
  tariff_start_date: z.nullable(z.string()),
  tariff_end_date: z.nullable(z.string()),
  order_code: z.nullable(z.string()),
  amount_due: z.nullable(z.number()),
  payment_months: z.nullable(z.number()),
});
export type User = z.core.output<typeof user>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/user',
  access: 'user',
  summary: 'The data of the caller.',
  answer: z.object({ data: user }),
  failure: 'api.user.500',
  errors: [],
});

export const getUserTariff = endpoint({
  method: 'GET',
  path: '/api/users/user-tariff',
  access: 'user',
  summary: 'The tariff in force; limit is null for business.',
  answer: z.object({
    tariff,
    tariff_start_date: z.nullable(z.string()),
    tariff_end_date: z.nullable(z.string()),
    limit: z.nullable(z.number()),
  }),
  failure: 'api.user.500',
  errors: [],
});

/** A user as the administrator sees one: the tariff in force, with its dates while a paid period runs. */
export const listedUser = z.object({
  user_id: z.number(),
  email: z.string(),
  tariff,
  tariff_start_date: z.nullable(z.string()),
  tariff_end_date: z.nullable(z.string()),
});
export type ListedUser = z.core.output<typeof listedUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users, newest first; q is the beginning of an e-mail, total how many there are.',
  query: z.object(pageQuery),
  answer: z.object({ users: z.array(listedUser), total: z.number() }),
  failure: 'adminApi.users.500',
  errors: [],
});

/** basic ends what runs, and needs no months; a paid one starts now. */
export const changeUserTariffInput = z.discriminatedUnion(
  'tariff',
  [z.object({ tariff: z.literal('basic') }), z.object({ tariff: z.enum(PAID_TARIFFS), payment_months: orderMonths })],
  'validation.choice',
);

export const changeUserTariff = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}/tariff',
  access: 'admin',
  summary: 'Changes a tariff by hand, from now on; not while an order is open.',
  params: z.object({ userId: id }),
  body: changeUserTariffInput,
  answer: z.object({ data: listedUser }),
  done: 'tariffApi.manual.success',
  failure: 'adminApi.users.500',
  errors: ['api.user.404', 'tariffApi.manual.409'],
});
