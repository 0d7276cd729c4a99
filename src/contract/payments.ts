import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CURRENCIES } from './tariffs.ts';

/** Details of a bank transfer, in one language; `is_active` is 1 while orders in that language are accepted. */
export const paymentDetails = z.object({
  payee_details: z.string(),
  iban: z.string(),
  edrpou: z.string(),
  payment_purpose: z.string(),
  is_active: z.literal([0, 1]),
  /** The currency of the account, units per US dollar, and the day of the rate; null if the account is in US dollars. */
  transfer_currency: z.nullable(z.enum(CURRENCIES)),
  transfer_rate: z.nullable(z.number()),
  rated_on: z.nullable(z.string()),
});
export type PaymentDetails = z.core.output<typeof paymentDetails>;

/** Validated by the service, because an unknown language is 404 for the details and 400 for the flag. */
const langQuery = z.object({ lang: z.optional(z.unknown()) });

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/payment',
  access: 'public',
  summary: 'Get the payment details for a language.',
  query: langQuery,
  answer: z.object({ data: z.array(paymentDetails) }),
  unexpectedError: 'tariffApi.request.500',
  errors: ['paymentApi.404'],
});

export const getActivePayment = endpoint({
  method: 'GET',
  path: '/api/payments/get-active-payment',
  access: 'public',
  summary: 'Check whether paid tariffs can be ordered in a language.',
  query: langQuery,
  answer: z.array(z.object({ is_active: z.literal([0, 1]) })),
  unexpectedError: 'tariffApi.request.500',
  errors: ['advertisingApi.400'],
});

/** The message shown instead of the payment details while orders are paused. */
export const shownBlockMessage = z.object({ message_text_ua: z.string(), message_text_ru: z.string(), message_text_en: z.string() });
export type BlockMessage = z.core.output<typeof shownBlockMessage>;

export const getBlockMessage = endpoint({
  method: 'GET',
  path: '/api/payments/get-block-message',
  access: 'public',
  summary: 'Get the block message in all three languages.',
  answer: shownBlockMessage,
  unexpectedError: 'tariffApi.request.500',
  errors: ['paymentApi.blockStatusMessage.get.404'],
});
