import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './admin-panel.module.css';

/** The page has no navigation or footer, so it links to the home page itself. */
export function AdminLogin() {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.login}>
      <Sheet>
        <h1>{t('login.title')}</h1>
        <p className={styles.lead}>{t('login.lead')}</p>
        <AdminLoginForm />
      </Sheet>
      <Link className={styles.home} to={paths.home}>
        {t('login.home')}
      </Link>
    </div>
  );
}
