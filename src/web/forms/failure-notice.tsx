import type { ReactNode } from 'react';
import type { CallFailure } from '../api/call.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { Notice } from '../ui/notice.tsx';

interface FailureNoticeProps {
  failure: CallFailure | undefined;
  /** The next step, one button or link. */
  action?: ReactNode;
}

/** The failure of a submission, if there is one; usually above the fields of the form. */
export function FailureNotice({ failure, action }: FailureNoticeProps) {
  const errorText = useErrorText();
  if (!failure) return null;
  return (
    <Notice tone="failure" action={action}>
      {errorText(failure.code, failure.message)}
    </Notice>
  );
}
