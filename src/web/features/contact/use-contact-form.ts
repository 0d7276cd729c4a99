import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { feedbackInput, sendFeedback } from '#contract/feedback.ts';
import { FEEDBACK_RESULT } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { findOrphans, readDraft, useStoredDraft, writeDraft } from '../../forms/drafts.ts';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { applySaved, schemaResolver } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';

const EMPTY = { firstName: '', lastName: '', email: '', userMessage: '' };
type Values = typeof EMPTY;
const DRAFT = 'contact';

/** The outcome of a message; shown for FEEDBACK_RESULT ms. */
interface Result {
  success: boolean;
  code: string;
  message: string;
}

/** Fills in the name and email of a logged-in user, unless the form has been edited. */
function useOwnName(
  session: ReturnType<typeof useSession>,
  form: { isDirty: () => boolean; setInitialValues: (values: Values) => void; reset: () => void },
): void {
  const { data: user } = useQuery({ ...userQuery(), enabled: Boolean(session), retry: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object changes on every render
  useEffect(() => {
    if (!user || form.isDirty()) return;
    form.setInitialValues({ ...EMPTY, firstName: user.first_name, lastName: user.last_name, email: user.email });
    form.reset();
  }, [user]);
}

/** Takes over text typed before hydration; the next render would otherwise clear the fields. */
function useTypedBefore(form: UseFormReturnType<Values>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first re-render
  useLayoutEffect(() => {
    const fields = Object.keys(EMPTY) as (keyof Values)[];
    for (const field of fields) {
      const typed = (form.getInputNode(field) as HTMLInputElement | null)?.value;
      if (typed) form.setFieldValue(field, typed);
    }
  }, []);
}

export function useContactForm() {
  const [result, setResult] = useState<Result>();
  const { form, isSending, submit } = useSubmitForm<Values>({
    name: 'contact',
    initialValues: EMPTY,
    validate: schemaResolver(feedbackInput),
    validateInputOnBlur: true,
    keepsInput: true,
  });
  useTypedBefore(form);
  const session = useSession();
  useOwnName(session, form);
  const isWritten = form.values.userMessage.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration, because the server does not know the draft
  useEffect(() => {
    void findOrphans().then(() => {
      const draft = readDraft<Values>(DRAFT, EMPTY);
      if (draft && form.getValues().userMessage === '') form.setValues(draft);
    });
  }, []);
  useStoredDraft(DRAFT, isWritten ? form.values : undefined);
  const { dialog } = useLeaveGuard(isWritten, () => writeDraft(DRAFT, undefined));

  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), FEEDBACK_RESULT);
    return () => clearTimeout(timer);
  }, [result]);

  const send = (body: Values) =>
    submit(async () => {
      setResult(undefined);
      const answer = await call(sendFeedback, { body });
      setResult({ success: answer.success, code: answer.code ?? '', message: answer.message ?? '' });
      if (answer.success) applySaved(form, body, form.getInitialValues());
      return answer;
    });

  return { form, send, isSending, result, dialog };
}
