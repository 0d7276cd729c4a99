import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

interface SubmitFormOptions<Values> extends UseFormInput<Values>, Omit<SubmitOptions, 'form'> {
  /** Input during a submission is kept, and the form stays open with it. Otherwise the fields ignore input, which would be lost. */
  keepsInput?: boolean;
}

/** A form with its submission. Apart from `useSubmit`, which pages without a form load too. */
export function useSubmitForm<Values extends object>(options: SubmitFormOptions<Values>) {
  const { isAdmin, focusOnFailure, onFailure, keepsInput = false, ...input } = options;
  const form: UseFormReturnType<Values> = useForm<Values>({
    ...input,
    enhanceGetInputProps: () => (submission.isSending && !keepsInput ? { readOnly: true, onChange: () => undefined } : {}),
  });
  const submission = useSubmit({
    form,
    ...(isAdmin && { isAdmin }),
    ...(focusOnFailure !== undefined && { focusOnFailure }),
    ...(onFailure && { onFailure }),
  });
  return { form, ...submission };
}
