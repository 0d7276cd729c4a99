import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from '../api/call-error.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  error: Error;
  fallback?: ErrorCode;
  onRetry: () => void;
}

/** Shown instead of content that could not be loaded: the error and a retry button. `fallback` is used for errors without a code. */
export function LoadFailure({ error, fallback = 'carsApi.unknownError', onRetry }: LoadFailureProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" size="small" onClick={onRetry}>
          {t('again')}
        </Button>
      }
    >
      {errorText(failure?.code ?? fallback, failure?.message)}
    </Notice>
  );
}
