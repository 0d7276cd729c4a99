import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { CallFailure } from '../../api/call.ts';
import { fieldErrors, focusFirstInvalid } from '../../forms/schema-form.ts';
import { useSending } from '../../forms/use-sending.ts';
import type { RecordDraft } from './record-draft.ts';

type Form = Pick<UseFormReturnType<RecordDraft>, 'setErrors' | 'getInputNode'>;

/**
 * Sends one request at a time and shows its errors at the fields, or above the form. Calls `onOutdated` if the vehicle or record has
 * changed or no longer exists.
 */
export function useRecordSending(form: Form, onOutdated: () => void) {
  const { isSending, send } = useSending();
  const [failure, setFailure] = useState<CallFailure>();
  return {
    isSending,
    failure,
    send: (request: () => Promise<CallFailure | undefined>) =>
      send(async () => {
        setFailure(undefined);
        const failed = await request();
        if (!failed) return;
        const errors = fieldErrors(failed.errors);
        form.setErrors(errors);
        if (Object.keys(errors).length > 0) focusFirstInvalid(form, errors);
        else setFailure(failed);
        const isOutdated = errors.reading === 'validation.reading.unit';
        if (failed.status === 404 || failed.code === 'carsApi.hidden' || isOutdated) onOutdated();
      }),
  };
}
