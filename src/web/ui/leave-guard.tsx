import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before what is typed gets lost, inside the product and at its edge. Gives the dialog to draw, and the word that all is saved. */
export function useLeaveGuard(isDirty: boolean): { dialog: ReactNode; letGo: () => void } {
  const isFree = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    dialog: isDirty && <LeaveQuestion isFree={isFree} />,
    letGo: () => {
      isFree.current = true;
    },
  };
}

/** There only while something could be lost: the router draws whoever blocks it once more. */
function LeaveQuestion({ isFree }: { isFree: RefObject<boolean> }) {
  const { t } = useTranslation('forms');
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) => !isFree.current && (now.pathname !== next.pathname || now.search !== next.search),
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('leave.title')}
      confirmText={t('leave.confirm')}
      keepText={t('leave.keep')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
