import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './desk.module.css';

/** Neither navigation nor footer stands around it, so it leads home itself. */
export function AdminDoor() {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.door}>
      <Sheet>
        <h1>{t('door.title')}</h1>
        <p className={styles.doorLead}>{t('door.lead')}</p>
        <AdminLoginForm />
      </Sheet>
      <Link className={styles.home} to={paths.home}>
        {t('door.home')}
      </Link>
    </div>
  );
}
