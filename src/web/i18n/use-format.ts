import { useMemo } from 'react';
import { formatDay, formatMoment, formatMoney, formatNumber, formatPrice, formatWithUnit } from './format.ts';
import { useLanguage } from './use-language.ts';

/** The formatters of format.ts, bound to the current language. */
export function useFormat() {
  const language = useLanguage();
  return useMemo(
    () => ({
      money: (amount: number, currency: string) => formatMoney(amount, currency, language),
      price: (amount: number, currency: string) => formatPrice(amount, currency, language),
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, language, options),
      withUnit: (value: number, unit: string) => formatWithUnit(value, unit, language),
      day: (day: string) => formatDay(day, language),
      moment: (instant: string) => formatMoment(instant, language),
    }),
    [language],
  );
}
