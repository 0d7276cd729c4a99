import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { changeLanguage } from '../i18n/browser-texts.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { showToast } from '../ui/toast.ts';
import styles from './header.module.css';

export function LanguageSelect() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [chosen, setChosen] = useState<Language>();

  async function handleChange(event: ChangeEvent<HTMLSelectElement>) {
    const choice = event.target.value as Language;
    setChosen(choice);
    const outcome = await changeLanguage(choice);
    if (outcome === 'replaced') return;
    setChosen(undefined);
    if (outcome === 'failed') return showToast({ text: t('language.failed'), isFailure: true });
    // The user may have followed a link while the texts were loading.
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    if (!query.has('lang')) return;
    // Otherwise `?lang=` would override the choice on the next load.
    query.delete('lang');
    await navigate({ pathname, search: query.toString(), hash }, { replace: true, preventScrollReset: true, state });
  }

  return (
    <select
      className={styles.language}
      aria-label={t('language.label')}
      value={chosen ?? language}
      onChange={handleChange}
      aria-busy={chosen !== undefined}
    >
      {LANGUAGES.map((other) => (
        <option key={other} value={other}>
          {other.toUpperCase()}
        </option>
      ))}
    </select>
  );
}
