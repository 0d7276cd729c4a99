import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SetupStep } from '#contract/overview.ts';
import { Notice } from '../../ui/notice.tsx';
import { type AdminTab, adminPath } from './admin-address.ts';
import styles from './setup-list.module.css';

/** Where a step is done in the panel; the others are settings of the server. */
const PLACES: Partial<Record<SetupStep, AdminTab>> = {
  payments: 'changePaymentInformation',
  seller: 'changePaymentInformation',
  address: 'administrators',
  twoFactor: 'ownAccount',
};

/** What is still to do before people can register and order; disappears when all is done. */
export function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const { t } = useTranslation(['adminSettings', 'admin']);
  return (
    <section className={styles.setup} aria-labelledby="setup-title">
      <Notice tone="info">
        <h2 id="setup-title">{t('setup.title')}</h2>
        <ul>
          {steps.map((step) => {
            const tab = PLACES[step];
            return (
              <li key={step}>
                {t(`setup.${step}`)} {tab && <Link to={adminPath(tab)}>{t(`admin:tabs.${tab}`)}</Link>}
              </li>
            );
          })}
        </ul>
      </Notice>
    </section>
  );
}
