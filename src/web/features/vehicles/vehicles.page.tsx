import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { loginPath, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './vehicles.module.css';

export function VehiclesPage() {
  const { t } = useTranslation('service');
  const session = useSession();
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {session === null ? (
        <EmptyState
          title={t('loggedOut.title')}
          text={t('loggedOut.text')}
          action={<ButtonLink to={loginPath(paths.service)}>{t('loggedOut.login')}</ButtonLink>}
        />
      ) : (
        <Skeleton height={105} count={2} />
      )}
    </div>
  );
}
