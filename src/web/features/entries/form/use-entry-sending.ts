import type { UseFormReturnType } from '@mantine/form';
import type { CallFailure } from '../../../api/call.ts';
import { fieldErrors } from '../../../forms/schema-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import type { RecordDraft } from '../records/record-draft.ts';

type Form = Pick<UseFormReturnType<RecordDraft>, 'setErrors' | 'getInputNode'>;

const isOutdated = ({ status, code, errors }: CallFailure): boolean =>
  status === 404 || code === 'carsApi.hidden' || code === 'carsApi.archived' || fieldErrors(errors).reading === 'validation.reading.unit';

/**
 * Sends one request at a time and shows its errors at the fields, or above the form. Calls `onOutdated` if the vehicle or record has
 * changed or no longer exists.
 */
export function useEntrySending(form: Form, onOutdated: () => void) {
  const { isSending, failure, submit } = useSubmit({ form });
  return {
    isSending,
    failure,
    send: (request: () => Promise<CallFailure | undefined>) =>
      submit(async () => {
        const failed = await request();
        if (failed && isOutdated(failed)) onOutdated();
        return failed;
      }),
  };
}
