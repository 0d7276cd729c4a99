import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { MESSAGE_RETENTION } from '#contract/page-content.ts';
import { useBoot } from '../../boot.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { RetryNotice } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { authSearch, type DocumentName } from './auth-address.ts';
import styles from './document-view.module.css';

interface Section {
  heading: string;
  paragraphs: string[];
}

/** The privacy policy or the terms, in place of the tabs; the form behind it keeps its input. */
export function DocumentView({ name }: { name: DocumentName }) {
  const { t, i18n } = useTranslation('auth');
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const [texts, setTexts] = useState<'coming' | 'here' | 'failed'>(() => (i18n.hasResourceBundle(i18n.language, name) ? 'here' : 'coming'));

  const load = useCallback(() => {
    loadTexts([name]).then(
      () => setTexts('here'),
      () => setTexts('failed'),
    );
  }, [name]);
  useEffect(() => {
    if (texts === 'coming') load();
  }, [texts, load]);

  useEffect(() => {
    const opener = document.activeElement;
    title.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  function goBack(event: MouseEvent) {
    // With a modifier key, let the link open in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(state as { isInside?: boolean } | null)?.isInside) return;
    event.preventDefault();
    void navigate(-1);
  }

  const back = (
    <ButtonLink look="plain" icon="back" to={{ search: authSearch(search, 'registration') }} replace onClick={goBack}>
      {t('document.back')}
    </ButtonLink>
  );
  return (
    <article className={styles.document} aria-busy={texts === 'coming' || undefined}>
      {back}
      <h1 ref={title} tabIndex={-1}>
        {t(`document.${name}`)}
      </h1>
      {texts === 'coming' && <Skeleton height={120} count={4} />}
      {texts === 'failed' && <RetryNotice onRetry={() => setTexts('coming')}>{t('document.failed')}</RetryNotice>}
      {texts === 'here' && <DocumentText name={name} />}
      {texts === 'here' && back}
    </article>
  );
}

/** When answered messages are deleted. */
function useMessagesText(): string {
  const { t } = useTranslation('privacy');
  const days = useBoot().data.messageRetention ?? MESSAGE_RETENTION;
  if (days === 0) return t('messages.kept');
  return days === MESSAGE_RETENTION ? t('messages.year') : t('messages.days', { count: days });
}

function DocumentText({ name }: { name: DocumentName }) {
  const { t } = useTranslation(name);
  const messages = useMessagesText();
  const sections = t('sections', { returnObjects: true, messages }) as Section[];
  return (
    <>
      <p className={styles.updated}>{t('updated')}</p>
      <p>{t('intro')}</p>
      {name === 'terms' && <Owner />}
      {sections.map(({ heading, paragraphs }, index) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {/* Who is responsible. */}
          {name === 'privacy' && index === 0 && <Owner />}
        </section>
      ))}
    </>
  );
}

/** Who provides the site, once an administrator has given it. */
function Owner() {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const { seller } = useBoot().data;
  if (!seller) return null;
  const {
    [`name_${language}` as const]: name,
    [`address_${language}` as const]: address,
    tax_number: number,
    contact_email: email,
    phone,
  } = seller;
  return (
    <p className={styles.owner}>
      {t('document.owner', { name, number, address })} <a href={`mailto:${email}`}>{email}</a>
      {phone && `, ${phone.replaceAll(' ', '\u00a0')}`}
    </p>
  );
}
