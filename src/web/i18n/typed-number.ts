import type { Language } from '#contract/languages.ts';
import { formatNumber } from './format.ts';

/**
 * Formats a number for the initial value of a field. No grouping in English, since the parser rejects a comma as ambiguous (98,047);
 * pass `isGrouped: false` for years.
 */
export const typedNumber = (value: number, language: Language, { decimals = 0, isGrouped = true } = {}): string =>
  formatNumber(value, language, { useGrouping: isGrouped && language !== 'en', minimumFractionDigits: decimals });
