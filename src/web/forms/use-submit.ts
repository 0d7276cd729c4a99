import type { FormErrors } from '@mantine/form';
import { useState } from 'react';
import type { CallFailure } from '../api/call.ts';
import { type FormNodes, fieldErrors, focusFirstInvalid } from './schema-form.ts';
import { useSending } from './use-sending.ts';

interface SubmitOptions {
  /** Shows field errors. Without it, every failure goes to the notice. */
  form?: FormNodes & { setErrors: (errors: FormErrors) => void };
  /** In the admin panel, a 401 is not shown in the form: the login dialog over the panel shows it. */
  isAdmin?: boolean;
  /** Called for a failure that the notice shows, for example to scroll to it. */
  onFailure?: (failure: CallFailure) => void;
}

/** Returns the result of a call, or undefined if nothing was sent. */
type SubmitAction = () => Promise<{ success: true } | CallFailure | undefined>;
type ErrorsOf = (failure: CallFailure) => FormErrors;

const errorsOfFields: ErrorsOf = ({ errors }) => fieldErrors(errors);

/** For `submit`: like the default, but a failure with one of these codes belongs to the given field. */
export const errorsWithCodes =
  (fieldOf: Record<string, string>): ErrorsOf =>
  (failure) => {
    const field = fieldOf[failure.code];
    return field ? { [field]: failure.code } : errorsOfFields(failure);
  };

/** For `enhanceGetInputProps` of a form that is left once it is saved: its fields ignore input during the request, which would be lost. */
export const lockedWhile = (isSending: boolean) => (isSending ? { readOnly: true, onChange: () => undefined } : {});

/**
 * Submits a form. `submit` runs an action; while it runs, further calls are ignored. If the action fails, its field errors are shown at
 * the fields and the first one is focused; a failure that no field shows is kept in `failure`, for a `FailureNotice`, until the next
 * submission. `errorsOf` assigns errors to the fields of the form.
 */
export function useSubmit({ form, isAdmin = false, onFailure }: SubmitOptions = {}) {
  const { isSending, send } = useSending();
  const [failure, setFailure] = useState<CallFailure>();

  /** Replaces the failure of the notice; undefined removes it. */
  function showFailure(next: CallFailure | undefined): void {
    setFailure(isAdmin && next?.status === 401 ? undefined : next);
  }

  const submit = (action: SubmitAction, errorsOf = errorsOfFields): Promise<void> =>
    send(async () => {
      setFailure(undefined);
      const result = await action();
      if (!result || result.success) return;
      const errors = errorsOf(result);
      form?.setErrors(errors);
      if (form && focusFirstInvalid(form, errors)) return;
      showFailure(result);
      onFailure?.(result);
    });

  return { isSending, failure, showFailure, submit };
}
