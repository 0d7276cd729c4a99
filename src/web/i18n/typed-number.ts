import type { Language } from '#contract/languages.ts';
import { formatNumber } from './format.ts';

/**
 * A number as a person would type it, for prefilling a field. English groups by a comma, which the one parser has to
 * refuse as ambiguous (98,047), so English goes without groups; years go without in every language.
 */
export const typedNumber = (value: number, language: Language, { decimals = 0, isGrouped = true } = {}): string =>
  formatNumber(value, language, { useGrouping: isGrouped && language !== 'en', minimumFractionDigits: decimals });
