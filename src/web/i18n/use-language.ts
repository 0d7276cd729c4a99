import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/languages.ts';
import { languageOf } from './i18n.ts';

/** The current language; components that use it render again when it changes. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n);
}
