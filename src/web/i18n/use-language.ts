import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/languages.ts';
import { languageOf } from './i18n.ts';

/** The language shown; components that call it follow a change. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n);
}
