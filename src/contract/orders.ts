import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery, reason, tariff, typedNumber } from './fields.ts';
import { income, incomeFacts } from './income.ts';
import { instant } from './instants.ts';
import { INCOME_AMOUNT_MAX, MONTHS_MAX, MONTHS_MIN } from './limits.ts';
import { orderCode } from './order-code.ts';
import { paymentDetails } from './payments.ts';
import { CURRENCIES, ORDER_STATUSES, PAID_TARIFFS } from './tariffs.ts';

/** A tariff order. `amount_due` is in US dollars, with at most two decimals; times are ISO 8601 UTC. */
export const order = z.object({
  order_code: z.string(),
  /** Null if the account was deleted. */
  user_id: z.nullable(z.number()),
  tariff_change: tariff,
  payment_months: z.number(),
  amount_due: z.number(),
  /** What to transfer in the currency of the account, at the rate when the order was placed; null if `amount_due` in US dollars. */
  transfer_amount: z.nullable(z.number()),
  transfer_currency: z.nullable(z.enum(CURRENCIES)),
  transfer_rate: z.nullable(z.number()),
  rated_on: z.nullable(z.string()),
  status: z.enum(ORDER_STATUSES),
  tariff_start_date: z.nullable(z.string()),
  tariff_end_date: z.nullable(z.string()),
  created_at: z.string(),
});
export type Order = z.core.output<typeof order>;

/** Whole calendar months, 1 to 12. */
export const orderMonths = typedNumber({ decimals: 0, max: Number.MAX_SAFE_INTEGER }).check(
  z.refine((months) => months >= MONTHS_MIN && months <= MONTHS_MAX, 'validation.months'),
);

export const createOrderInput = z.object({ tariff_change: z.enum(PAID_TARIFFS, 'validation.choice'), payment_months: orderMonths });

export const orderParams = z.object({ orderCode });

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'user',
  summary: 'Order a paid tariff. An order that awaits payment is replaced and keeps its code. The server sets code and amount.',
  body: createOrderInput,
  answer: z.object({ data: order }),
  status: 201,
  successCode: 'tariffApi.request.success',
  unexpectedError: 'tariffApi.request.500',
  errors: ['tariffApi.request.400', 'tariffApi.request.blocked', 'tariffApi.request.confirmed', 'tariffApi.request.running'],
});

/** The order of a user, with the transfer in the language of the request, what has come in for it and, while it awaits payment, what is missing in US dollars. */
export const ownOrder = z.extend(order, {
  missing: z.number(),
  /** The same in the currency of the transfer; null without one. */
  missing_transfer: z.nullable(z.number()),
  /** Payments, refunds and corrections, the oldest first; `change` is negative for money that was given back. */
  payments: z.array(z.pick(income, { id: true, paid_on: true, kind: true, change: true, currency: true })),
});
export type OwnOrder = z.core.output<typeof ownOrder>;

export const getCurrentOrder = endpoint({
  method: 'GET',
  path: '/api/orders/current',
  access: 'user',
  summary:
    'Get the open order, or the one whose paid period is running, with the payment details in the caller’s language; they are empty while orders in that language are paused.',
  answer: z.object({
    data: z.nullable(ownOrder),
    payment: paymentDetails,
    /** Whether an order can be paid by card. */
    is_card_active: z.boolean(),
  }),
  unexpectedError: 'tariffApi.request.500',
  errors: ['paymentApi.404'],
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/api/orders/{orderCode}',
  access: 'user',
  summary: 'Cancel the user’s order while it awaits payment.',
  params: orderParams,
  answer: z.object({}),
  successCode: 'tariffApi.delete.success',
  unexpectedError: 'tariffApi.delete.500',
  errors: ['tariffApi.delete.400', 'tariffApi.delete.409'],
});

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/orders/{orderCode}/checkout',
  access: 'user',
  summary: 'Get the URL where the user’s order can be paid by card; 404 while card payment is off.',
  params: orderParams,
  answer: z.object({ url: z.string() }),
  unexpectedError: 'cardApi.500',
  errors: ['api.404', 'cardApi.404', 'cardApi.409', 'tariffApi.request.blocked', 'cardApi.502'],
});

/** How an order came to be closed: by its user, an administrator, or the deletion of the account. */
export const CLOSED_AS = ['cancelled', 'deleted', 'accountDeleted'] as const;
export type ClosedAs = (typeof CLOSED_AS)[number];

const previousOrder = z.object({
  tariff_change: tariff,
  payment_months: z.number(),
  amount_due: z.number(),
  /** When the user replaced it. */
  until: z.string(),
});
export type PreviousOrder = z.core.output<typeof previousOrder>;

export const listedOrder = z.extend(order, {
  /** The user's email; null if the account was deleted. */
  email: z.nullable(z.string()),
  /** The tariff that was in force when the order was placed. */
  tariff_from: tariff,
  /** When the payment was confirmed; null while the order awaits payment. */
  confirmed_at: z.nullable(z.string()),
  /** When the order is completed by itself, unless an administrator does it before; null if its payment is not confirmed. */
  completes_at: z.nullable(z.string()),
  /** When the order was completed. */
  completed_at: z.nullable(z.string()),
  /** Whether the card service confirmed the payment. */
  is_card_paid: z.boolean(),
  /** Internal note of the administrators; empty if there is none. */
  note: z.string(),
  /** Whether the period that the order paid for is running and has not been replaced since. */
  is_running: z.boolean(),
  /** Months by which this period continues after `tariff_end_date`; they begin when the order is deleted. */
  continued_months: z.number(),
  /** Payments, refunds and corrections with the code of the order, the oldest first. */
  payments: z.array(income),
  /** US dollars that are missing while the order awaits payment; 0 otherwise. */
  missing: z.number(),
  missing_transfer: z.nullable(z.number()),
  /** Set if the order was closed: only its whole code finds it. */
  closed: z.nullable(z.object({ as: z.enum(CLOSED_AS), at: z.string() })),
  /** What the order was before its user replaced it, the newest first. */
  previous: z.array(previousOrder),
});
export type ListedOrder = z.core.output<typeof listedOrder>;

/** Which orders: their status, and when they were placed, from `from` (included) to `to` (excluded). */
export const orderFilter = {
  status: z._default(z.enum(['all', ...ORDER_STATUSES], 'validation.choice'), 'all'),
  /** ISO 8601 UTC times. */
  from: instant,
  to: instant,
};

const orderCounts = z.object({ processing: z.number(), confirmed: z.number(), completed: z.number() });
export type OrderCounts = z.core.output<typeof orderCounts>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  role: 'orders',
  summary:
    'List orders: those that await payment first, then paid ones, then completed ones, each newest first; a search lists the newest first. q matches the start of an order code or email, or finds users by parts of name, email and phone number, or by number; a whole code in it, also with look-alikes or without its first character, finds a closed order, too; similar has the codes of orders that may be meant if nothing is found; is_more says that it matches more users than were searched. status, from (included) and to (excluded) filter.',
  query: z.object({ ...orderFilter, ...pageQuery }),
  answer: z.object({
    data: z.array(listedOrder),
    total: z.number(),
    is_more: z.boolean(),
    similar: z.array(z.string()),
    /** The number of orders of each status on these dates; null for a search. */
    counts: z.nullable(orderCounts),
  }),
  unexpectedError: 'tariffApi.status.500',
  errors: [],
});

export const updateOrderInput = z.object({
  status: z.enum(ORDER_STATUSES, 'validation.choice'),
  /** The amount shown to the administrator; 409 if the order is still `processing` and its amount has changed since. */
  amount_due: z.optional(z.number()),
  /** The payment that a confirmation records; without it today, and what is missing. 0 records none. `currency` is that of the transfer by default. */
  amount: z.optional(typedNumber({ decimals: 2, max: INCOME_AMOUNT_MAX })),
  ...incomeFacts,
});

export const updateOrder = endpoint({
  method: 'PATCH',
  path: '/api/admin/orders/{orderCode}',
  access: 'admin',
  role: 'orders',
  summary:
    'Move an order to its next step: processing, confirmed (payment received), completed (the period starts now). Confirming records the payment: paid_on, amount and currency, by default today, what is missing and the currency of the transfer. With less than the amount the order stays processing, unless a reason is given.',
  params: orderParams,
  body: updateOrderInput,
  answer: z.object({ data: listedOrder }),
  successCode: 'tariffApi.status.success',
  unexpectedError: 'tariffApi.status.500',
  errors: [
    'tariffApi.order.404',
    'tariffApi.status.sequence',
    'tariffApi.status.completed',
    'tariffApi.status.changed',
    'incomeApi.doubled',
  ],
});

export const removeOrder = endpoint({
  method: 'DELETE',
  path: '/api/admin/orders/{orderCode}',
  access: 'admin',
  role: 'orders',
  summary: 'Delete an order and end what it paid for; months that continue its period begin now.',
  params: orderParams,
  /** The status shown to the administrator; 409 if it has changed since. */
  query: z.object({ status: z.optional(z.enum(ORDER_STATUSES, 'validation.choice')) }),
  body: z.object({ reason }),
  answer: z.object({}),
  successCode: 'tariffApi.remove.success',
  unexpectedError: 'tariffApi.status.500',
  errors: ['tariffApi.order.404', 'tariffApi.status.changed'],
});
