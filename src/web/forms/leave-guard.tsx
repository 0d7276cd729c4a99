import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

let isLeavingFreely = false;

/** Navigates without the question, where everything typed is kept or has been given up. */
export function leaveFreely(navigate: () => void): void {
  isLeavingFreely = true;
  navigate();
  isLeavingFreely = false;
}

/**
 * Asks before unsaved input is lost: on a navigation inside the application, and before the tab is closed or reloaded.
 * `onDiscard` is called when the user leaves all the same. Returns the dialog to render, and `letGo`, to call when everything is saved.
 */
export function useLeaveGuard(isDirty: boolean, onDiscard?: () => void): { dialog: ReactNode; letGo: () => void } {
  const isAsking = useRef(false);

  useLayoutEffect(() => {
    isAsking.current = isDirty;
  }, [isDirty]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isAsking.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    dialog: <LeaveQuestion isAsking={isAsking} onDiscard={onDiscard} />,
    letGo: () => {
      isAsking.current = false;
    },
  };
}

/** The query without the language, whose change leaves the form as it is. */
function viewOf(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('lang');
  return query.toString();
}

/**
 * Blocks from the moment the form is shown: the router takes two renders to register a blocker, and a press of the
 * back button right after the first letter would pass before.
 */
function LeaveQuestion({ isAsking, onDiscard }: { isAsking: RefObject<boolean>; onDiscard: (() => void) | undefined }) {
  const { t } = useTranslation('forms');
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isAsking.current && !isLeavingFreely && (now.pathname !== next.pathname || viewOf(now.search) !== viewOf(next.search)),
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('leave.title')}
      confirmText={t('leave.confirm')}
      keepText={t('leave.keep')}
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
