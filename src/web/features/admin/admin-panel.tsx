import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AdminRole } from '#contract/roles.ts';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type AdminTab, adminTabOf } from './admin-address.ts';
import { AdminMenu } from './admin-menu.tsx';

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
  const { dialog } = useLeaveGuard(isDirty);
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <title>{`${t(`admin:tabs.${tab}`)} · Carnet`}</title>
      <AdminMenu tab={tab} role={role} onLogout={() => (isDirty ? setAsking(true) : onLogout())} />
      {children(tab)}
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
