import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, line, normalizedText, seenText } from './fields.ts';
import { ORDER_NOTE_MAX, REASON_MAX } from './limits.ts';
import { listedOrder, orderFilter, orderParams } from './orders.ts';

export const undoPayment = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{orderCode}/undo-payment',
  access: 'admin',
  role: 'orders',
  summary:
    'Undo the confirmation of a payment: the order awaits payment again, and the payment that it recorded is corrected. Only until the tariff starts, and not for a card payment.',
  params: orderParams,
  body: z.object({
    /** `confirmed_at` as shown to the administrator; 409 if the order has been confirmed again since. */
    confirmed_at: z.optional(seenText),
    /** Day and reason of the correction of the payment; the day is today by default. */
    paid_on: z.optional(day),
    reason: z.optional(line(REASON_MAX)),
  }),
  answer: z.object({ data: listedOrder }),
  successCode: 'tariffApi.undo.success',
  unexpectedError: 'tariffApi.status.500',
  errors: ['tariffApi.order.404', 'tariffApi.undo.started', 'tariffApi.undo.card', 'tariffApi.status.changed'],
});

export const undoActivationInput = z.object({
  /** For the activity log. */
  reason: line(REASON_MAX),
  /** `completed_at` as shown to the administrator; 409 if the order has been activated again since. */
  completed_at: z.optional(seenText),
});

export const undoActivation = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{orderCode}/undo-activation',
  access: 'admin',
  role: 'orders',
  summary:
    'Undo the start of a tariff: the user has the previous tariff and period again, and the order is confirmed. Only while the period lasts and nothing has followed it, such as another order or a change by hand. The order starts again after the usual time unless its confirmation is undone too.',
  params: orderParams,
  body: undoActivationInput,
  answer: z.object({ data: listedOrder }),
  successCode: 'tariffApi.undo.activation',
  unexpectedError: 'tariffApi.status.500',
  errors: ['tariffApi.order.404', 'tariffApi.undo.followed', 'tariffApi.status.changed'],
});

export const orderNoteInput = z.object({
  note: normalizedText().check(z.maxLength(ORDER_NOTE_MAX, 'validation.tooLong')),
  /** The note as shown to the administrator; 409 if it has changed since. */
  seen: z.optional(z.object({ note: seenText })),
});

export const putOrderNote = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/{orderCode}/note',
  access: 'admin',
  role: 'orders',
  summary: 'Change the internal note of an order, which only administrators see; an empty note removes it.',
  params: orderParams,
  body: orderNoteInput,
  answer: z.object({ data: listedOrder }),
  successCode: 'tariffApi.note.success',
  unexpectedError: 'tariffApi.status.500',
  errors: ['tariffApi.order.404', 'adminApi.changed'],
});

export const sumOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/sums',
  access: 'admin',
  role: 'orders',
  summary: 'Get the number of orders of a status and of certain dates, and the sum of their amounts in US dollars.',
  query: z.object(orderFilter),
  answer: z.object({ count: z.number(), amount_due: z.number() }),
  unexpectedError: 'tariffApi.status.500',
  errors: [],
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export',
  access: 'admin',
  role: 'orders',
  summary:
    'Get orders of a status and of certain dates as CSV, newest first, in the language of the request. An answer that breaks off is incomplete.',
  query: z.object(orderFilter),
  /** The parts of the file are streamed. */
  answer: z.object({ name: z.string(), parts: z.custom<AsyncIterable<string>>() }),
  file: 'text/csv',
  unexpectedError: 'tariffApi.export.500',
  errors: [],
});
