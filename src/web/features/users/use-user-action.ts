import { lockUser, logOutUser, removeLoginLock, type UserPage, unlockUser } from '#contract/accounts.admin.ts';
import { call } from '../../api/call.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { showToast } from '../../ui/toast.ts';
import { useUserCache } from './admin-users.queries.ts';

const ACTIONS = { logout: logOutUser, openLogin: removeLoginLock, lock: lockUser, unlock: unlockUser };
export type UserAction = keyof typeof ACTIONS;

/** Runs an action on a user and shows its result. `onDone` is called after a success, and if someone else was faster. */
export function useUserAction({ user_id: userId, email }: UserPage, onDone: () => void) {
  const errorText = useErrorText();
  const { put, reload } = useUserCache();
  const { isSending, failure, showFailure, submit } = useSubmit({ isAdmin: true });

  const run = (action: UserAction, reason = '') =>
    submit(async () => {
      const params = { userId };
      const result = action === 'lock' ? await call(lockUser, { params, body: { reason } }) : await call(ACTIONS[action], { params });
      if (result.success) {
        put(result.data);
        showToast({ text: `${email}. ${errorText(result.code ?? '', result.message)}` });
        onDone();
      } else if (result.status === 409 || result.status === 404) {
        await reload(userId);
        onDone();
      }
      return result;
    });
  return { isSending, failure, showFailure, run };
}
