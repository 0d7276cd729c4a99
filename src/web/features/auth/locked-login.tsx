import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './auth-page.module.css';
import { clockText, useSecondsLeft } from './countdown.ts';

interface LockedLoginProps {
  until: number | undefined;
  onOpen: () => void;
  /** Opens the password reset. */
  onForgotten: () => void;
}

/** Shown after too many failed attempts: the remaining wait, and a way to log in with another address. */
export function LockedLogin({ until, onOpen, onForgotten }: LockedLoginProps) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {t('locked.title')}
      </h1>
      <p className={styles.lead}>{t('locked.lead')}</p>
      <div className="form">
        <Notice icon="lock">{until ? <Opening until={until} onOpen={onOpen} /> : <span role="alert">{t('locked.minutes')}</span>}</Notice>
        <Button look="quiet" isWide onClick={onForgotten}>
          {t('locked.change')}
        </Button>
        <Button look="plain" isWide onClick={onOpen}>
          {t('locked.other')}
        </Button>
      </div>
    </>
  );
}

/** Screen readers hear the minutes once: an alert around the clock would be announced every second. */
function Opening({ until, onOpen }: { until: number; onOpen: () => void }) {
  const { t } = useTranslation('auth');
  const left = useSecondsLeft(until);
  const [minutes] = useState(Math.ceil(left / 60));
  useEffect(() => {
    if (left === 0) onOpen();
  }, [left, onOpen]);
  return (
    <>
      <span role="alert" className="visually-hidden">
        {t('locked.inMinutes', { count: minutes })}
      </span>
      <span aria-hidden="true">
        {t('locked.until')} <b className={styles.clock}>{clockText(left)}</b>.
      </span>
    </>
  );
}
