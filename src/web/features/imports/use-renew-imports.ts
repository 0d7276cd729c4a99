import { useQueryClient } from '@tanstack/react-query';
import type { CallFailure } from '../../api/call.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { showToast } from '../../ui/toast.ts';
import { importsQuery } from './imports.queries.ts';

/** Shows what is stored now after a failure: another tab may have confirmed, discarded or undone the import. */
export function useRenewImports(): (failure: CallFailure) => Promise<CallFailure> {
  const client = useQueryClient();
  const errorText = useErrorText();
  return async (failure) => {
    // A notice would disappear together with the import.
    if (failure.code === 'importsApi.404') showToast({ text: errorText(failure.code) });
    await client.invalidateQueries({ queryKey: importsQuery().queryKey });
    return failure;
  };
}
