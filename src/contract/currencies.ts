import * as z from 'zod/mini';
import type { FieldErrorCode } from './errors.ts';
import { CURRENCIES } from './tariffs.ts';

const key = (code: FieldErrorCode): FieldErrorCode => code;

/** The currency in which an amount was entered: an entry keeps it when the currency of the account changes. */
export const entryCurrency = z.enum(CURRENCIES);

/**
 * The currency that the form showed: that of the account for a new entry, otherwise that of the entry. 400 if it is another one by now; it
 * changes no entry.
 */
export const shownCurrency = z.optional(z.enum(CURRENCIES, key('validation.choice')));

/** What a sum leaves out: the amounts in another currency, which are never added to it (decision 68). `count` is that of the entries. */
export const otherCurrencies = z.array(z.object({ currency: z.enum(CURRENCIES), count: z.number(), amount: z.number() }));
export type OtherCurrencies = z.core.output<typeof otherCurrencies>;
