import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../api/session.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { loginPath, paths } from '../../paths.ts';
import { IconLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './costs-page.module.css';

const AllCosts = lazyPart(async () => (await import('./all-costs.tsx')).AllCosts);
const ReportsButton = lazyPart(async () => {
  const [{ ReportsButton: component }] = await Promise.all([import('../reports/reports-button.tsx'), loadTexts(['entries'])]);
  return component;
});

/** The costs of all vehicles, and for business the report on several of them. */
export function CostsPage() {
  const { t } = useTranslation('statistics');
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session === null) return <Navigate to={loginPath(pathname + search)} replace />;
  const waiting = (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton height={180} count={3} />
    </div>
  );
  return (
    <>
      <div className={styles.head}>
        <IconLink className={styles.back} icon="back" label={t('all.back')} to={paths.service} />
        <h1>{t('all.title')}</h1>
        {session && (
          <Suspense>
            <ReportsButton />
          </Suspense>
        )}
      </div>
      <Sheet isBare>
        {/* The server knows neither the session nor the period. */}
        {session ? (
          <Suspense fallback={waiting}>
            <AllCosts />
          </Suspense>
        ) : (
          waiting
        )}
      </Sheet>
    </>
  );
}
