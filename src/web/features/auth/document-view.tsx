import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useViewTitle } from '../../ui/view-title.ts';
import styles from './document-view.module.css';
import { type DocumentName, doorSearch } from './door-address.ts';

interface Section {
  heading: string;
  paragraphs: string[];
}

/** The privacy policy or the terms, in place of the tabs; the form behind it keeps what was typed. */
export function DocumentView({ name }: { name: DocumentName }) {
  const { t } = useTranslation('auth');
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const [texts, setTexts] = useState<'coming' | 'here' | 'failed'>('coming');

  useViewTitle(t(`document.${name}`));

  const load = useCallback(() => {
    setTexts('coming');
    loadTexts([name]).then(
      () => setTexts('here'),
      () => setTexts('failed'),
    );
  }, [name]);
  useEffect(load, [load]);

  useEffect(() => {
    const opener = document.activeElement;
    title.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  function goBack() {
    if ((state as { isInside?: boolean } | null)?.isInside) void navigate(-1);
    else void navigate({ search: doorSearch(search, 'registration') }, { replace: true });
  }

  const back = (
    <Button look="plain" icon="back" onClick={goBack}>
      {t('document.back')}
    </Button>
  );
  return (
    <article className={styles.document} aria-busy={texts === 'coming' || undefined}>
      {back}
      <h1 ref={title} tabIndex={-1}>
        {t(`document.${name}`)}
      </h1>
      {texts === 'coming' && <Skeleton height={120} count={4} />}
      {texts === 'failed' && (
        <Notice
          tone="failure"
          action={
            <Button look="quiet" size="small" onClick={load}>
              {t('document.again')}
            </Button>
          }
        >
          {t('document.failed')}
        </Notice>
      )}
      {texts === 'here' && <DocumentText name={name} />}
      {texts === 'here' && back}
    </article>
  );
}

function DocumentText({ name }: { name: DocumentName }) {
  const { t } = useTranslation(name);
  const sections = t('sections', { returnObjects: true }) as Section[];
  return (
    <>
      <p className={styles.updated}>{t('updated')}</p>
      <p>{t('intro')}</p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </>
  );
}
