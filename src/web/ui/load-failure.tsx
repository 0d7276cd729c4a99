import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from '../api/call-error.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A failure with a retry button. */
export function RetryNotice({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" size="small" onClick={onRetry}>
          {t('again')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

interface LoadFailureProps {
  error: Error;
  /** What could not be loaded, before the reason. */
  title?: string;
  fallback?: ErrorCode;
  onRetry: () => void;
}

/** Shown instead of content that could not be loaded. `fallback` is used for errors without a code. */
export function LoadFailure({ error, title, fallback = 'carsApi.unknownError', onRetry }: LoadFailureProps) {
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <RetryNotice onRetry={onRetry}>
      {title && <b>{title}</b>} {errorText(failure?.code ?? fallback, failure?.message)}
    </RetryNotice>
  );
}
