import { useContext, useMemo } from 'react';
import type { Language } from '#contract/languages.ts';
import { BootContext } from '../boot.ts';
import { formatDay, formatMoment, formatMoney, formatNumber, formatPrice, formatWithUnit } from './format.ts';
import { useLanguage } from './use-language.ts';

/**
 * Calls `format`, or takes its result from `formatted`, where the server collects the results of the page: the first use of Intl takes
 * 20 to 40 ms, which the browser then need not spend before a public page can be used.
 */
const collected =
  <Values extends unknown[]>(formatted: Record<string, string>, name: string, format: (...values: Values) => string) =>
  (...values: Values): string => {
    const key = name + JSON.stringify(values);
    const text = formatted[key] ?? format(...values);
    if (import.meta.env.SSR) formatted[key] = text;
    return text;
  };

const formatters = (language: Language, formatted: Record<string, string>) => ({
  money: collected(formatted, 'money', (amount: number, currency: string) => formatMoney(amount, currency, language)),
  price: collected(formatted, 'price', (amount: number, currency: string) => formatPrice(amount, currency, language)),
  number: collected(formatted, 'number', (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, language, options)),
  withUnit: (value: number, unit: string) => formatWithUnit(value, unit, language),
  day: collected(formatted, 'day', (day: string) => formatDay(day, language)),
  moment: (instant: string) => formatMoment(instant, language),
});

/** The formatters of format.ts, bound to the current language. */
export function useFormat() {
  const language = useLanguage();
  const boot = useContext(BootContext);
  return useMemo(() => formatters(language, boot?.language === language ? boot.formatted : {}), [language, boot]);
}
