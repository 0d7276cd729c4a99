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
  address: 'ownAccount',
  twoFactor: 'ownAccount',
};

interface SetupListProps {
  steps: readonly SetupStep[];
  /** The tab that was asked for, but is not for the role. */
  forbidden: AdminTab | undefined;
}

/** Why the orders are shown instead of another tab, and what is still to do before people can register and order until all is done. */
export function SetupList({ steps, forbidden }: SetupListProps) {
  const { t } = useTranslation(['adminSettings', 'admin']);
  const why = forbidden && (
    <div className={styles.setup} role="status">
      <Notice tone="info">{t('roles.forbidden', { tab: t(`admin:tabs.${forbidden}`) })}</Notice>
    </div>
  );
  return (
    <>
      {why}
      {steps.length > 0 && <Steps steps={steps} />}
    </>
  );
}

function Steps({ steps }: { steps: readonly SetupStep[] }) {
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
