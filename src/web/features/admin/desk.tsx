import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLeaveGuard } from '../../ui/leave-guard.tsx';
import { useViewTitle } from '../../ui/view-title.ts';
import styles from './desk.module.css';
import { type DeskTab, deskTabOf } from './desk-address.ts';
import { DeskMenu } from './desk-menu.tsx';

interface DeskProps {
  isDirty: boolean;
  onLogout: () => void;
  children: (tab: DeskTab) => ReactNode;
}

/** The menu of tabs and the one that is shown. Nobody leaves it, nor logs out, over something typed without being asked. */
export function Desk({ isDirty, onLogout, children }: DeskProps) {
  const { t } = useTranslation(['forms', 'admin']);
  const [params] = useSearchParams();
  const tab = deskTabOf(params);
  useViewTitle(t(`admin:tabs.${tab}`));
  const { dialog } = useLeaveGuard(isDirty);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.desk}>
      <DeskMenu tab={tab} onLogout={() => (isDirty ? setAsking(true) : onLogout())} />
      {children(tab)}
      {dialog}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('leave.title')}
        confirmText={t('leave.confirm')}
        keepText={t('leave.keep')}
        onConfirm={onLogout}
        onClose={() => setAsking(false)}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </div>
  );
}
