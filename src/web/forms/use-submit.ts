import type { FormErrors } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CallFailure } from '../api/call.ts';
import { type FormNodes, fieldErrors, focusFirstInvalid } from './schema-form.ts';

export interface SubmitOptions {
  /** Shows field errors. Without it, every failure goes to the notice. */
  form?: FormNodes & { setErrors: (errors: FormErrors) => void };
  /** In the admin panel, a 401 is not shown in the form: the login dialog over the panel shows it. */
  isAdmin?: boolean;
  /** The field to focus after a failure that the notice shows. */
  focusOnFailure?: string;
  /** Called for a failure that the notice shows, for example to scroll to it. */
  onFailure?: (failure: CallFailure) => void;
}

/** Returns the result of a call; nothing if none was sent, or if the caller shows the failure. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function without a result
type SubmitAction = () => Promise<{ success: true } | CallFailure | undefined | void>;
type ErrorsOf = (failure: CallFailure) => FormErrors;

const errorsOfFields: ErrorsOf = ({ errors }) => fieldErrors(errors);

/** For `submit`: like the default, but a failure with one of these codes belongs to the given field. */
export const errorsWithCodes =
  (fieldOf: Record<string, string>): ErrorsOf =>
  (failure) => {
    const field = fieldOf[failure.code];
    return field ? { [field]: failure.code } : errorsOfFields(failure);
  };

/**
 * Sends something to the server: `submit` runs an action; while it runs, further calls are ignored. If the action fails, its field errors
 * are shown at the fields and the first one is focused; a failure that no field shows is kept in `failure`, for a `FailureNotice`, until
 * the next submission. `errorsOf` assigns errors to the fields of the form.
 */
export function useSubmit({ form, isAdmin = false, focusOnFailure, onFailure }: SubmitOptions = {}) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const { isPending: isSending, mutateAsync } = useMutation({ mutationKey, mutationFn: (action: SubmitAction) => action() });
  // An object, so that each change renders at once; TanStack Query announces the state of a mutation a task later.
  const [{ failure }, setShown] = useState<{ failure?: CallFailure | undefined }>({});

  /** Replaces the failure of the notice; undefined removes it. */
  const showFailure = (next: CallFailure | undefined): void => setShown({ failure: isAdmin && next?.status === 401 ? undefined : next });

  async function submit(action: SubmitAction, errorsOf = errorsOfFields): Promise<void> {
    if (client.isMutating({ mutationKey }) > 0) return;
    const sent = mutateAsync(action);
    setShown({});
    try {
      const result = await sent;
      if (!result || result.success) return;
      const errors = errorsOf(result);
      form?.setErrors(errors);
      if (form && focusFirstInvalid(form, errors)) return;
      showFailure(result);
      if (form && focusOnFailure) focusFirstInvalid(form, { [focusOnFailure]: true });
      onFailure?.(result);
    } finally {
      setShown((shown) => ({ ...shown }));
    }
  }

  return { isSending, failure, showFailure, submit };
}
