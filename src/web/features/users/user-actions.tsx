import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { UserPage } from '#contract/accounts.admin.ts';
import { WRITE } from '../../admin/admin-paths.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ChangeTariffDialog } from './change-tariff-dialog.tsx';
import { LockDialog } from './lock-dialog.tsx';
import { RemoveUserDialog } from './remove-user-dialog.tsx';
import { useUserAction } from './use-user-action.ts';
import styles from './user-view.module.css';
import { WriteDialog } from './write-dialog.tsx';

type Question = 'write' | 'tariff' | 'logout' | 'lock' | 'unlock' | 'remove';

interface UserActionsProps {
  user: UserPage;
  back: string;
  /** Whether the administrator may do more than write and remove a lock of the login. */
  isFull: boolean;
}

/** What administrators can do with an account. Whatever takes something from the user is asked first. */
export function UserActions({ user, back, isFull }: UserActionsProps) {
  const { t } = useTranslation('adminLists');
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const [question, setQuestion] = useState<Question | undefined>(params.has(WRITE) ? 'write' : undefined);
  function close() {
    setQuestion(undefined);
    if (!params.has(WRITE)) return;
    const rest = new URLSearchParams(params);
    rest.delete(WRITE);
    setParams(rest, { replace: true, state });
  }
  const { isSending, failure, showFailure, run } = useUserAction(user, close);

  function ask(next: Question): void {
    showFailure(undefined);
    setQuestion(next);
  }
  // The button disappears with the lock.
  const openLogin = () => run('openLogin').then(() => heading.current?.focus());
  const confirmation = question === 'logout' || question === 'unlock' ? question : undefined;

  const isLoginLocked = user.login_locked_until !== null || user.code_locked_until !== null;
  return (
    <Sheet>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('users.page.actions')}
      </h2>
      <div className={styles.actions}>
        {question === undefined && <FailureNotice failure={failure} />}
        {isLoginLocked && (
          <Button isBusy={isSending} busyText={t('users.page.openLogin.busy')} onClick={() => void openLogin()}>
            {t('users.page.openLogin.button')}
          </Button>
        )}
        <Button look="quiet" onClick={() => ask('write')}>
          {t('users.page.write.button')}
        </Button>
        {isFull && <FullActions user={user} onAsk={ask} />}
      </div>
      <ConfirmDialog
        isOpen={confirmation !== undefined}
        title={t(`users.page.${confirmation ?? 'logout'}.title`, { email: user.email })}
        confirmText={t(`users.page.${confirmation ?? 'logout'}.confirm`)}
        confirmLook={confirmation === 'unlock' ? 'filled' : 'danger'}
        busyText={t(`users.page.${confirmation ?? 'logout'}.busy`)}
        cancelText={t(`users.page.${confirmation ?? 'logout'}.keep`)}
        isBusy={isSending}
        onConfirm={() => confirmation && void run(confirmation)}
        onClose={() => isSending || close()}
      >
        <FailureNotice failure={failure} />
        <p>{t(`users.page.${confirmation ?? 'logout'}.text`)}</p>
      </ConfirmDialog>
      <LockDialog
        user={question === 'lock' ? user : undefined}
        isSending={isSending}
        failure={failure}
        onLock={(reason) => void run('lock', reason)}
        onClose={close}
      />
      <WriteDialog user={question === 'write' ? user : undefined} onClose={close} />
      <RemoveUserDialog user={question === 'remove' ? user : undefined} back={back} onClose={close} />
      <ChangeTariffDialog user={question === 'tariff' ? user : undefined} onClose={close} />
    </Sheet>
  );
}

function FullActions({ user, onAsk }: { user: UserPage; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('adminLists');
  return (
    <>
      <Button look="quiet" onClick={() => onAsk('tariff')}>
        {t('users.change')}
      </Button>
      <Button look="quiet" onClick={() => onAsk('logout')}>
        {t('users.page.logout.button')}
      </Button>
      <Button look="quiet" icon="lock" onClick={() => onAsk(user.is_locked ? 'unlock' : 'lock')}>
        {t(user.is_locked ? 'users.page.unlock.button' : 'users.page.lock.button')}
      </Button>
      <Button look="danger-plain" icon="trash" onClick={() => onAsk('remove')}>
        {t('users.page.remove.button')}
      </Button>
    </>
  );
}
