import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import styles from './messages.module.css';

/** Says which settings are missing for emails to be delivered. */
export function MailWarnings({ hasContactEmail, hasSmtp }: { hasContactEmail: boolean; hasSmtp: boolean }) {
  const { t } = useTranslation('adminLists');
  if (hasContactEmail && hasSmtp) return null;
  return (
    <div className={styles.warnings}>
      {!hasSmtp && <Notice>{t('messages.warnings.smtp')}</Notice>}
      {!hasContactEmail && <Notice>{t('messages.warnings.contact')}</Notice>}
    </div>
  );
}
