import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listAdmins } from '#contract/admins.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { showToast } from '../../ui/toast.ts';

export const adminsQuery = () =>
  queryOptions({
    queryKey: keys.admins,
    queryFn: ({ signal }) => unwrap(call(listAdmins, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** Runs an action on the administrators, says how it ended, and loads the list again. `onDone` is called unless the login is too old. */
export function useAdminsAction() {
  const errorText = useErrorText();
  const client = useQueryClient();
  const { isSending, submit } = useSubmit({ isAdmin: true });

  const act = (send: () => Promise<{ success: true; message?: string } | CallFailure>, done: string, onDone?: () => void) =>
    submit(async () => {
      const result = await send();
      if (!result.success && result.status === 401) return result;
      showToast({ text: errorText(result.success ? done : result.code, result.message), isFailure: !result.success });
      await client.invalidateQueries({ queryKey: adminsQuery().queryKey });
      onDone?.();
      return result;
    });
  return { isSending, act };
}
