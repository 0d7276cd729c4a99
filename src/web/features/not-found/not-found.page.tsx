import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './not-found.module.css';

export function NotFoundPage() {
  const { t } = useTranslation('notFound');
  return (
    <section className={styles.page}>
      <div className={styles.ticket} aria-hidden="true">
        <span>{t('stub.page')}</span>
        <span>{t('stub.torn')}</span>
      </div>
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <ButtonLink to={paths.home}>{t('home')}</ButtonLink>
    </section>
  );
}
