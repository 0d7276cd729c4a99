import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useUnloadQuestion } from './use-unload-question.ts';

let isLeavingFreely = false;

/** Navigates without the question, for when all input is stored or discarded. */
export function navigateWithoutPrompt(navigate: () => void): void {
  isLeavingFreely = true;
  navigate();
  isLeavingFreely = false;
}

/**
 * Asks before unsaved input is lost: on navigation inside the application, and before the tab is closed or reloaded.
 * `onDiscard` is called when the user confirms leaving. Returns the dialog to render, and `allowLeaving`, to call when everything is saved.
 */
export function useLeaveGuard(isDirty: boolean, onDiscard?: () => void): { dialog: ReactNode; allowLeaving: () => void } {
  const isBlocking = useRef(false);

  useLayoutEffect(() => {
    isBlocking.current = isDirty;
  }, [isDirty]);

  useUnloadQuestion(isDirty, isBlocking);

  return {
    dialog: <LeaveQuestion isBlocking={isBlocking} onDiscard={onDiscard} />,
    allowLeaving: () => {
      isBlocking.current = false;
    },
  };
}

/** The query without `lang`, which does not affect the form. */
function viewOf(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('lang');
  return query.toString();
}

/**
 * Registers its blocker when the form is mounted: the router takes two renders to register one, and a press of the back button right
 * after the first letter would not be blocked.
 */
function LeaveQuestion({ isBlocking, onDiscard }: { isBlocking: RefObject<boolean>; onDiscard: (() => void) | undefined }) {
  const { t } = useTranslation('forms');
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isBlocking.current && !isLeavingFreely && (now.pathname !== next.pathname || viewOf(now.search) !== viewOf(next.search)),
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('leave.title')}
      confirmText={t('leave.confirm')}
      cancelText={t('leave.keep')}
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
