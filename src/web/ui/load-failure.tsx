import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from '../api/call-error.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  error: Error;
  fallback?: ErrorCode;
  onAgain: () => void;
}

/** In place of what could not be loaded: why, and another try. `fallback` is said where the failure has no code of ours. */
export function LoadFailure({ error, fallback = 'carsApi.unknownError', onAgain }: LoadFailureProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" size="small" onClick={onAgain}>
          {t('again')}
        </Button>
      }
    >
      {errorText(failure?.code ?? fallback, failure?.message)}
    </Notice>
  );
}
