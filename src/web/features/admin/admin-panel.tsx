import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AdminRole } from '#contract/roles.ts';
import { overviewQuery } from '../../admin/overview.queries.ts';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type AdminTab, adminTabOf, forbiddenTab } from './admin-address.ts';
import { AdminMenu } from './admin-menu.tsx';

const SetupList = lazyPart(async () => {
  const [part] = await Promise.all([import('./setup-list.tsx'), loadTexts(['adminSettings'])]);
  return part.SetupList;
});

interface AdminPanelProps {
  role: AdminRole;
  isDirty: boolean;
  onLogout: () => void;
  children: (tab: AdminTab) => ReactNode;
}

/** The tab menu and the current tab. Asks for confirmation before navigation or logout discards unsaved changes. */
export function AdminPanel({ role, isDirty, onLogout, children }: AdminPanelProps) {
  const { t } = useTranslation(['forms', 'admin']);
  const [params] = useSearchParams();
  const tab = adminTabOf(params, role);
  const overview = useQuery(overviewQuery(tab));
  // Whoever has the role for orders cannot set a mail server, and reads of it where emails are written.
  const steps = (overview.data?.data.setup ?? []).filter((step) => step !== 'mail' || role === 'all');
  const forbidden = forbiddenTab(params, role);
  const { dialog } = useLeaveGuard(isDirty);
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <title>{`${t(`admin:tabs.${tab}`)} · Carnet`}</title>
      <AdminMenu tab={tab} role={role} waiting={overview.data?.data} onLogout={() => (isDirty ? setAsking(true) : onLogout())} />
      {/* The list of steps comes first: it must not push the rows down later. */}
      {!overview.isLoading && (
        <Suspense>
          {(forbidden || (tab === 'orders' && steps.length > 0)) && <SetupList steps={steps} forbidden={forbidden} />}
          {children(tab)}
        </Suspense>
      )}
      {dialog}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('leave.title')}
        confirmText={t('leave.confirm')}
        cancelText={t('leave.keep')}
        onConfirm={onLogout}
        onClose={() => setAsking(false)}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </div>
  );
}
