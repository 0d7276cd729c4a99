import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { tariff } from './fields.ts';
import { CURRENCIES, ORDER_STATUSES } from './tariffs.ts';

/**
 * User data with the tariff in force and the open order, if any. `status` is `completed` in a paid period without an open order.
 * `amount_due` is in US dollars; dates are ISO 8601 UTC.
 */
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
  summary: 'Get the current user’s data.',
  answer: z.object({ data: user }),
  unexpectedError: 'api.user.500',
  errors: [],
});

export const getUserTariff = endpoint({
  method: 'GET',
  path: '/api/users/user-tariff',
  access: 'user',
  summary: 'Get the current tariff; limit is null for business.',
  answer: z.object({
    tariff,
    tariff_start_date: z.nullable(z.string()),
    tariff_end_date: z.nullable(z.string()),
    limit: z.nullable(z.number()),
  }),
  unexpectedError: 'api.user.500',
  errors: [],
});
