import { formatMonth } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

/** Formats a day, or a month of a long period. */
export function useWhen(): (when: string) => string {
  const { day } = useFormat();
  const language = useLanguage();
  return (when) => (when.length === 'YYYY-MM'.length ? formatMonth(when, language) : day(when));
}
