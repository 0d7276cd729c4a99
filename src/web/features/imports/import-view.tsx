import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './import.module.css';
import { ImportSteps } from './import-steps.tsx';

/** Brings in what another program or another account has exported. */
export function ImportView() {
  const { t } = useTranslation('imports');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.page}>
      <title>{`${t('title')} · Carnet`}</title>
      <Link className={styles.back} to={paths.service}>
        <Icon name="back" />
        {t('back')}
      </Link>
      <h1 ref={title} tabIndex={-1} className={styles.head}>
        {t('title')}
      </h1>
      <ImportSteps />
    </div>
  );
}
