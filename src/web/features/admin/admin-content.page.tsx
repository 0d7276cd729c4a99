import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import type { AdminTab } from './admin-address.ts';
import styles from './admin-panel.module.css';

interface TabProps {
  /** Reports whether the tab has unsaved changes. */
  onDirty: (isDirty: boolean) => void;
}

const tab = (texts: string | string[], load: () => Promise<ComponentType<TabProps>>) =>
  lazyPart(async () => {
    const [component] = await Promise.all([load(), loadTexts(['forms'].concat(texts))]);
    return component;
  });

/** The code and texts of a tab are loaded when it is first opened. */
const TABS: Record<AdminTab, ComponentType<TabProps>> = {
  orders: tab(['adminLists', 'adminSettings'], async () => (await import('../orders/orders-tab.tsx')).OrdersTab),
  income: tab('adminIncome', async () => (await import('../income/income-tab.tsx')).IncomeTab),
  messages: tab('adminLists', async () => (await import('../messages/messages-tab.tsx')).MessagesTab),
  // Also loads the names of emails, and the notice about changes by someone else.
  listUsers: tab(['adminLists', 'adminReports', 'adminSettings'], async () => (await import('../users/users-tab.tsx')).UsersTab),
  changeCost: tab('adminSettings', async () => (await import('../prices/prices-tab.tsx')).PricesTab),
  changeAdvertising: tab('adminSettings', async () => (await import('../adverts/adverts-tab.tsx')).AdvertsTab),
  blockAdvertisingMessage: tab('adminSettings', async () => (await import('../payments/block-message-tab.tsx')).BlockMessageTab),
  changePaymentInformation: tab(['adminSettings', 'orders'], async () => {
    const [{ PaymentDetailsTab }, { TransferPreview }] = await Promise.all([
      import('../payments/payment-details-tab.tsx'),
      import('../orders/transfer-preview.tsx'),
    ]);
    return (props) => <PaymentDetailsTab {...props} Preview={TransferPreview} />;
  }),
  visitorStatistics: tab('adminReports', async () => (await import('./admin-statistics.page.tsx')).StatisticsTab),
  auditTrail: tab('adminReports', async () => (await import('../audit/audit-tab.tsx')).AuditTab),
  ownAccount: tab(['adminSettings', 'account'], async () => (await import('./own-account-tab.tsx')).OwnAccountTab),
  administrators: tab('adminSettings', async () => (await import('./administrators-tab.tsx')).AdministratorsTab),
  failedMails: tab('adminReports', async () => (await import('../mails/failed-mails-tab.tsx')).FailedMailsTab),
};

/** Part of a page, because it composes features: renders the tab with the given name. */
export function AdminTabContent({ tab: name, onDirty }: TabProps & { tab: AdminTab }) {
  const { t } = useTranslation('admin');
  const Tab = TABS[name];
  return (
    <Suspense
      fallback={
        <UnknownHeight>
          <p className={styles.loading} role="status">
            {t('loading')}
          </p>
        </UnknownHeight>
      }
    >
      <Tab onDirty={onDirty} />
    </Suspense>
  );
}
