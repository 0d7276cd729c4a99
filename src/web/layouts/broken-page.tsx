import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import styles from './broken-page.module.css';

/**
 * Replaces a page that threw an error or could not be loaded. Reloading the document also fetches the files of a newer release; without a
 * connection it would lead to the error page of the browser.
 */
export function BrokenPage({ isWholePage }: { isWholePage?: boolean }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => console.warn('page failed:', error instanceof Error ? error.message : error), [error]);
  return (
    <section className={styles.broken} data-alone={isWholePage}>
      <h1>{t('broken.title')}</h1>
      <p>{t('broken.text')}</p>
      <p role="status">{isOffline && t('client.network')}</p>
      <div className={styles.buttons}>
        <Button onClick={() => (navigator.onLine ? location.reload() : setOffline(true))}>{t('broken.again')}</Button>
        <ButtonLink look="quiet" to={paths.home} reloadDocument>
          {t('broken.home')}
        </ButtonLink>
      </div>
    </section>
  );
}
