import { useMemo } from 'react';
import type { OtherCurrencies } from '#contract/currencies.ts';
import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import type { Currency } from '#contract/tariffs.ts';
import { formatMoney } from './format.ts';
import { useLanguage } from './use-language.ts';

type Amount = Pick<OtherCurrencies[number], 'currency' | 'amount'>;

/** Amounts in several currencies, which are never added: «4 000,00 ₴ і 120,00 €». */
const formatAmounts = (amounts: readonly Amount[], language: Language): string =>
  new Intl.ListFormat(HTML_LANGUAGE[language]).format(amounts.map(({ amount, currency }) => formatMoney(amount, currency, language)));

/** Sums of one currency, and what is in others. */
export function useSums() {
  const language = useLanguage();
  return useMemo(
    () => ({
      list: (amounts: readonly Amount[]) => formatAmounts(amounts, language),
      /** A sum and the amounts in other currencies beside it; only these if the sum is 0. */
      sum: (amount: number, currency: Currency, others: OtherCurrencies = []) =>
        formatAmounts(amount === 0 && others.length > 0 ? others : [{ amount, currency }, ...others], language),
    }),
    [language],
  );
}
