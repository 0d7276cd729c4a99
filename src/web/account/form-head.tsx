import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './form-head.module.css';

/** Title of a view that replaces the account card, with a link back to the card. Takes the focus when it is mounted. */
export function FormHead({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('account');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Link className={styles.back} to={paths.user}>
        <Icon name="back" />
        {t('back')}
      </Link>
      <div className={styles.title}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <p>{children}</p>}
      </div>
    </>
  );
}
