import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { seenText, text } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { BLOCK_MESSAGE_MAX, PAYEE_MAX, PURPOSE_MAX } from './limits.ts';
import { paymentDetails, shownBlockMessage } from './payments.ts';

const flag = z.literal([0, 1], 'validation.choice');

/** Checks the format of an IBAN and normalizes spaces and case; the server and the form verify its check digits with a library. */
const iban = text(64).check(
  z.overwrite((value) => value.replace(/\s/g, '').toUpperCase()),
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'paymentApi.iban'),
);

/** Ukrainian tax identification code: 8 digits for a company (EDRPOU), 10 for a person (RNOKPP). */
const edrpou = text(20).check(z.regex(/^(?:\d{8}|\d{10})$/, 'paymentApi.edrpou'));

export const updatePaymentInput = z.object({
  lang: z.enum(LANGUAGES, 'validation.choice'),
  payee_details: text(PAYEE_MAX),
  iban,
  edrpou,
  payment_purpose: text(PURPOSE_MAX),
  is_active: flag,
  /** The details as they were shown to the administrator; 409 if others are stored by now. Without it, the last request wins. */
  seen: z.optional(
    z.object(
      { payee_details: seenText, iban: seenText, edrpou: seenText, payment_purpose: seenText, is_active: flag },
      'validation.invalid',
    ),
  ),
});

export const updatePayment = endpoint({
  method: 'PUT',
  path: '/api/payments/payment',
  access: 'admin',
  role: 'all',
  summary: 'Save the payment details for a language.',
  body: updatePaymentInput,
  answer: z.object({ data: paymentDetails }),
  successCode: 'paymentApi.success',
  validationError: 'api.loginUser.cannotEmpty',
  unexpectedError: 'tariffApi.request.500',
  errors: ['adminApi.reloginRequired', 'adminApi.changed', 'paymentApi.iban', 'paymentApi.edrpou'],
});

const blockMessage = {
  message_text_ua: text(BLOCK_MESSAGE_MAX),
  message_text_ru: text(BLOCK_MESSAGE_MAX),
  message_text_en: text(BLOCK_MESSAGE_MAX),
};
export const updateBlockMessageInput = z.object({
  data: z.object(blockMessage, 'validation.required'),
  /** The message as it was shown to the administrator; 409 if another one is stored by now. Without it, the last request wins. */
  seen: z.optional(z.object({ message_text_ua: seenText, message_text_ru: seenText, message_text_en: seenText }, 'validation.invalid')),
});

export const updateBlockMessage = endpoint({
  method: 'PUT',
  path: '/api/payments/update-block-message',
  access: 'admin',
  role: 'all',
  summary: 'Save the block message.',
  body: updateBlockMessageInput,
  answer: z.object({ data: shownBlockMessage }),
  successCode: 'paymentApi.blockStatusMessage.update.success',
  validationError: 'api.loginUser.cannotEmpty',
  unexpectedError: 'tariffApi.request.500',
  errors: ['adminApi.reloginRequired', 'adminApi.changed', 'paymentApi.blockStatusMessage.update.404'],
});
