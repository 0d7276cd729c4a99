import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { BLOCK_MESSAGE_MAX, PAYEE_MAX, PURPOSE_MAX } from './limits.ts';

/** Where a transfer goes, in one language; `is_active` 1 means that orders are taken (specification 3). */
export const paymentDetails = z.object({
  payee_details: z.string(),
  iban: z.string(),
  edrpou: z.string(),
  payment_purpose: z.string(),
  is_active: z.literal([0, 1]),
});
export type PaymentDetails = z.core.output<typeof paymentDetails>;

/** The shape of an IBAN, spaces and small letters allowed; its check digits are the library's business (server and form). */
const iban = text(64).check(
  z.overwrite((value) => value.replace(/\s/g, '').toUpperCase()),
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'paymentApi.iban'),
);

/** 8 digits of a company, 10 of a person (product decisions, part 2). */
const edrpou = text(20).check(z.regex(/^(?:\d{8}|\d{10})$/, 'paymentApi.edrpou'));

export const updatePaymentInput = z.object({
  lang: z.enum(LANGUAGES, 'validation.choice'),
  payee_details: text(PAYEE_MAX),
  iban,
  edrpou,
  payment_purpose: text(PURPOSE_MAX),
  is_active: z.literal([0, 1], 'validation.choice'),
});

/** The service says what an unknown language is: 404 for the details, 400 for the flag. */
const langQuery = z.object({ lang: z.optional(z.unknown()) });

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/payment',
  access: 'public',
  summary: 'The payment details in a language.',
  query: langQuery,
  answer: z.object({ data: z.array(paymentDetails) }),
  failure: 'tariffApi.request.500',
  errors: ['paymentApi.404'],
});

export const updatePayment = endpoint({
  method: 'PUT',
  path: '/api/payments/payment',
  access: 'admin',
  summary: 'Writes the payment details of a language.',
  body: updatePaymentInput,
  answer: z.object({ data: paymentDetails }),
  done: 'paymentApi.success',
  invalid: 'api.loginUser.cannotEmpty',
  failure: 'tariffApi.request.500',
  errors: ['adminApi.reloginRequired', 'paymentApi.iban', 'paymentApi.edrpou'],
});

export const getActivePayment = endpoint({
  method: 'GET',
  path: '/api/payments/get-active-payment',
  access: 'public',
  summary: 'Whether paid tariffs can be ordered in a language.',
  query: langQuery,
  answer: z.array(z.object({ is_active: z.literal([0, 1]) })),
  failure: 'tariffApi.request.500',
  errors: ['advertisingApi.400'],
});

/** What stands in place of the details while payment is off. */
const blockMessage = {
  message_text_ua: text(BLOCK_MESSAGE_MAX),
  message_text_ru: text(BLOCK_MESSAGE_MAX),
  message_text_en: text(BLOCK_MESSAGE_MAX),
};
export type BlockMessage = Record<keyof typeof blockMessage, string>;
export const updateBlockMessageInput = z.object({ data: z.object(blockMessage, 'validation.required') });

const shownBlockMessage = z.object({ message_text_ua: z.string(), message_text_ru: z.string(), message_text_en: z.string() });

export const getBlockMessage = endpoint({
  method: 'GET',
  path: '/api/payments/get-block-message',
  access: 'public',
  summary: 'The block message in three languages.',
  answer: shownBlockMessage,
  failure: 'tariffApi.request.500',
  errors: ['paymentApi.blockStatusMessage.get.404'],
});

export const updateBlockMessage = endpoint({
  method: 'PUT',
  path: '/api/payments/update-block-message',
  access: 'admin',
  summary: 'Writes the block message.',
  body: updateBlockMessageInput,
  answer: z.object({ data: shownBlockMessage }),
  done: 'paymentApi.blockStatusMessage.update.success',
  invalid: 'api.loginUser.cannotEmpty',
  failure: 'tariffApi.request.500',
  errors: ['adminApi.reloginRequired', 'paymentApi.blockStatusMessage.update.404'],
});
