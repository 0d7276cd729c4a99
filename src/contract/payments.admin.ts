import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, seenText, text, typedNumber } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { BLOCK_MESSAGE_MAX, PAYEE_MAX, PURPOSE_MAX, TRANSFER_RATE_MAX } from './limits.ts';
import { paymentDetails, shownBlockMessage } from './payments.ts';
import { CURRENCIES } from './tariffs.ts';
import { TRANSFER_CURRENCIES } from './transfers.ts';

const flag = z.literal([0, 1], 'validation.choice');

/** Checks the format of an IBAN and normalizes spaces and case; the server and the form verify its check digits with a library. */
const iban = text(64).check(
  z.overwrite((value) => value.replace(/\s/g, '').toUpperCase()),
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'paymentApi.iban'),
);

/** Ukrainian tax identification code: 8 digits for a company (EDRPOU), 10 for a person (RNOKPP). */
const edrpou = text(20).check(z.regex(/^(?:\d{8}|\d{10})$/, 'paymentApi.edrpou'));

/** More than 0, with at most four decimals. */
const rate = typedNumber({ decimals: 4, max: TRANSFER_RATE_MAX }).check(z.refine((value) => value > 0, 'validation.number.zero'));

/** The currency of the account if it is not US dollars, and what a US dollar costs in it; both or none. */
const transfer = {
  transfer_currency: z._default(z.nullable(z.enum(TRANSFER_CURRENCIES, 'validation.choice')), null),
  transfer_rate: z._default(z.nullable(rate), null),
  /** The day of the rate; today by default. */
  rated_on: z.optional(z.nullable(day)),
};

const seenTransfer = {
  transfer_currency: z.optional(z.nullable(z.enum(CURRENCIES, 'validation.choice'))),
  transfer_rate: z.optional(z.nullable(z.number())),
  rated_on: z.optional(z.nullable(seenText)),
};

const paymentFields = z.object({
  lang: z.enum(LANGUAGES, 'validation.choice'),
  payee_details: text(PAYEE_MAX),
  iban,
  edrpou,
  payment_purpose: text(PURPOSE_MAX),
  is_active: flag,
  ...transfer,
  /** The details as they were shown to the administrator; 409 if others are stored by now. Without it, the last request wins. */
  seen: z.optional(
    z.object(
      {
        payee_details: seenText,
        iban: seenText,
        edrpou: seenText,
        payment_purpose: seenText,
        is_active: flag,
        ...seenTransfer,
      },
      'validation.invalid',
    ),
  ),
});

export const updatePaymentInput = paymentFields.check(
  z.refine(({ transfer_currency, transfer_rate }) => transfer_currency === null || transfer_rate !== null, {
    path: ['transfer_rate'],
    error: 'validation.required',
  }),
  z.refine(({ transfer_currency, transfer_rate }) => transfer_rate === null || transfer_currency !== null, {
    path: ['transfer_currency'],
    error: 'validation.required',
  }),
);

export const updatePayment = endpoint({
  method: 'PUT',
  path: '/api/payments/payment',
  access: 'admin',
  role: 'all',
  summary:
    'Save the payment details for a language. With transfer_currency and transfer_rate, orders say what to transfer in that currency; without them the account is in US dollars.',
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
