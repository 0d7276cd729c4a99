import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Where a transfer goes, in one language; `is_active` 1 means that orders are taken (specification 3). */
export const paymentDetails = z.object({
  payee_details: z.string(),
  iban: z.string(),
  edrpou: z.string(),
  payment_purpose: z.string(),
  is_active: z.literal([0, 1]),
});
export type PaymentDetails = z.core.output<typeof paymentDetails>;

/** The service says what an unknown language is: 404 for the details, 400 for the flag. */
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

/** What stands in place of the details while payment is off. */
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
