import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { acceptInvitation, acceptInvitationInput, checkInvitation } from '#contract/admins.ts';
import { call } from '../../api/call.ts';
import { CallError, unwrap } from '../../api/call-error.ts';
import { startAdminSession } from '../../api/session.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { passwordConfirmError } from '../../forms/password-confirm-error.ts';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { errorsWithCodes } from '../../forms/use-submit.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-panel.module.css';

const EMPTY = { passwordNew: '', passwordConfirm: '' };
const validateInput = schemaResolver(acceptInvitationInput);
const errorsOf = errorsWithCodes({ 'api.changePassword.409': 'passwordConfirm' });

interface AcceptInvitationProps {
  /** From the link of the invitation. */
  token: string;
  onAccepted: () => void;
}

/** Sets the password of an invited administrator, who is then logged in. A link that cannot be used is refused before anything is typed. */
export function AcceptInvitation(props: AcceptInvitationProps) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const check = useQuery({
    queryKey: ['invitation', props.token],
    queryFn: ({ signal }) => unwrap(call(checkInvitation, { body: { token: props.token }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failure = check.error instanceof CallError ? check.error.failure : undefined;
  return (
    <div className={styles.login}>
      <Sheet>
        <h1>{t('invitation.title')}</h1>
        {check.isPending && <Skeleton height={240} />}
        {failure?.status === 404 && (
          <>
            <Notice>{errorText('adminApi.invitation.404', failure.message)}</Notice>
            <p>
              <Link to={paths.admin}>{t('invitation.login')}</Link>
            </p>
          </>
        )}
        {check.error && failure?.status !== 404 && <LoadFailure error={check.error} onRetry={() => void check.refetch()} />}
        {check.data && <AcceptForm {...props} email={check.data.email} />}
      </Sheet>
    </div>
  );
}

function AcceptForm({ token, email, onAccepted }: AcceptInvitationProps & { email: string }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'invitation',
    initialValues: EMPTY,
    validate: (values) => ({ ...passwordConfirmError(values), ...validateInput({ ...values, token }) }),
  });

  const accept = (values: typeof EMPTY) =>
    submit(async () => {
      const result = await call(acceptInvitation, { body: { ...values, token } });
      if (result.success) {
        startAdminSession(result.tokenAdmin);
        onAccepted();
        showToast({ text: errorText('adminApi.accept.success', result.message) });
        void navigate(paths.admin, { replace: true });
      }
      return result;
    }, errorsOf);

  return (
    <>
      <p className={styles.lead}>{t('invitation.lead', { email })}</p>
      <form className="form" method="post" noValidate onSubmit={submitHandler(form, accept)}>
        <FailureNotice failure={failure} />
        <NewPasswordField label={t('password.new')} {...form.getInputProps('passwordNew')} value={form.values.passwordNew} />
        <PasswordField
          label={t('password.confirm')}
          name="confirm-password"
          autoComplete="new-password"
          {...form.getInputProps('passwordConfirm')}
        />
        <Button type="submit" isWide isBusy={isSending} busyText={t('invitation.busy')}>
          {t('invitation.send')}
        </Button>
      </form>
    </>
  );
}
