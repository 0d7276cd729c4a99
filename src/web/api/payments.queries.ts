import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { getActivePayment, getBlockMessage, getPayment } from '#contract/payments.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { keys } from './keys.ts';

/** Whether paid tariffs can be ordered in a language. Use `useIsPaymentActive`, which handles a failed read. */
export const activePaymentQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.activePayment(language),
    queryFn: ({ signal }) => unwrap(call(getActivePayment, { query: { lang: language }, signal })),
    select: ({ data }) => data[0]?.is_active === 1,
  });

/** The bank details in a language; the rate is that of today. */
export const paymentQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.payment(language),
    queryFn: ({ signal }) => unwrap(call(getPayment, { query: { lang: language }, signal })),
    select: ({ data }) => data[0],
    staleTime: 0,
  });

/** The message shown instead of payment while it is off. */
export const blockMessageQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.blockMessage,
    queryFn: ({ signal }) => unwrap(call(getBlockMessage, { signal })),
    select: (message) => message[`message_text_${language}`],
  });
