import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';

export function ContactPage() {
  const { t } = useTranslation('contact');
  const session = useSession();
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
        <p>{t(session?.tariff === 'business' ? 'priorityOwn' : 'priority')}</p>
        <noscript>
          <p>{t('noScript')}</p>
        </noscript>
      </div>
      <Sheet>
        <ContactForm />
      </Sheet>
    </div>
  );
}
