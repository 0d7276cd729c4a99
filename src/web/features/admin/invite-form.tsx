import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inviteAdmin, inviteAdminInput } from '#contract/admins.ts';
import { ADMIN_ROLES, type AdminRole } from '#contract/roles.ts';
import { MailNotice } from '../../admin/mail-notice.tsx';
import settings from '../../admin/settings.module.css';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, SelectField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './administrators.module.css';
import { adminsQuery } from './admins.queries.ts';

interface Values {
  email: string;
  role: AdminRole;
}

/** The role with fewer rights is the default. */
const EMPTY: Values = { email: '', role: 'orders' };
const validate = schemaResolver(inviteAdminInput);

export function InviteForm({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: 'invite',
    initialValues: EMPTY,
    validate,
    keepsInput: true,
    isAdmin: true,
  });
  useReported(form.values.email !== '', onDirty);

  const invite = (body: Values) =>
    submit(async () => {
      const result = await call(inviteAdmin, { body });
      if (result.success) {
        applySaved(form, body, EMPTY);
        showToast({ text: errorText('adminApi.invite.success', result.message) });
        await client.invalidateQueries({ queryKey: adminsQuery().queryKey });
      }
      return result;
    });

  return (
    <Sheet className={settings.narrow}>
      <h2>{t('admins.inviteTitle')}</h2>
      <p className={styles.lead}>{t('admins.inviteLead')}</p>
      <form className="form" noValidate onSubmit={submitHandler(form, invite)}>
        <FailureNotice failure={failure} />
        <MailNotice />
        <EmailField label={t('admins.email')} name="invited-email" autoComplete="off" {...form.getInputProps('email')} />
        <SelectField
          label={t('admins.role')}
          choices={[...ADMIN_ROLES].reverse().map((role) => ({ value: role, label: t(`roles.${role}`) }))}
          {...form.getInputProps('role')}
        />
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('saving')}>
            {t('admins.invite')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
