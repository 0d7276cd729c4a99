import { useTranslation } from 'react-i18next';
import { bothFactorsInput } from '#contract/admin-account.ts';
import type { CallFailure } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { PasswordField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { SecondCodeField } from './second-code-field.tsx';

const EMPTY = { password: '', code: '' };
const validate = schemaResolver(bothFactorsInput);

interface BothFactorsFormProps<T extends { success: true }> {
  email: string;
  lead: string;
  sendText: string;
  isDanger?: boolean;
  send: (body: typeof EMPTY) => Promise<T | CallFailure>;
  onDone: (result: T) => void;
  onCancel: () => void;
}

/** Asks for the password and a code before an action. */
export function BothFactorsForm<T extends { success: true }>(props: BothFactorsFormProps<T>) {
  const { email, lead, sendText, isDanger = false, send, onDone, onCancel } = props;
  const { t } = useTranslation('adminSettings');
  const { form, isSending, failure, submit } = useSubmitForm({ name: 'both-factors', initialValues: EMPTY, validate, isAdmin: true });

  const confirm = (body: typeof EMPTY) =>
    submit(async () => {
      const result = await send(body);
      if (result.success) onDone(result as T);
      return result as { success: true } | CallFailure;
    });

  return (
    <form className="form" method="post" noValidate onSubmit={submitHandler(form, confirm)}>
      <p>{lead}</p>
      <FailureNotice failure={failure} />
      <HiddenUsername email={email} />
      <PasswordField label={t('twoFactor.password')} name="password" autoComplete="current-password" {...form.getInputProps('password')} />
      <SecondCodeField {...form.getInputProps('code')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onCancel}>
          {t('twoFactor.cancel')}
        </Button>
        <Button type="submit" look={isDanger ? 'danger' : 'filled'} isBusy={isSending} busyText={t('twoFactor.busy')}>
          {sendText}
        </Button>
      </div>
    </form>
  );
}
