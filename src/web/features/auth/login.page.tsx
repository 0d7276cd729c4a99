import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../api/session.ts';
import { returnPath } from '../../paths.ts';
import prose from '../../ui/prose.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  if (useSession()) return <Navigate to={returnPath(search)} replace />;
  return (
    <section className={prose.prose}>
      <h1>{t('nav.login')}</h1>
    </section>
  );
}
