import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { loginPath, paths } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './user.module.css';

export function UserPage() {
  const { t } = useTranslation();
  if (useSession() === null) return <Navigate to={loginPath(paths.user)} replace />;
  return (
    <section className={styles.page}>
      <h1>{t('nav.user')}</h1>
      <Skeleton height={220} />
    </section>
  );
}
