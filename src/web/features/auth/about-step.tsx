import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { handleEnter } from '../../forms/enter-key.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { NewPasswordField } from '../../forms/new-password.tsx';
import { NameFields, PhoneField } from '../../forms/person-fields.tsx';
import { focusFirstInvalid, submitHandler } from '../../forms/schema-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { HiddenUsername } from '../../ui/hidden-username.tsx';
import { authSearch, type DocumentName } from './auth-address.ts';
import styles from './auth-page.module.css';
import type { AboutValues } from './use-about-form.ts';
import type { Registration } from './use-registration.ts';

const TAKEN = 'api.registration.409';

interface AboutStepProps {
  registration: Registration;
  onLogin: (email: string) => void;
}

export function AboutStep({ registration, onLogin }: AboutStepProps) {
  const { t } = useTranslation('auth');
  const { email } = registration;
  const { form, checkPhone } = registration.about;
  const { isSending, failure, submit } = useSubmit({ form });

  const finish = (values: AboutValues) =>
    submit(async () => {
      if (await checkPhone()) return registration.finish(values);
      focusFirstInvalid(form, { phone: true });
      return undefined;
    });

  return (
    <>
      <h1>{t('about.title')}</h1>
      <p className={styles.lead}>{t('about.lead', { email })}</p>
      <form
        className="form"
        method="post"
        noValidate
        onKeyDown={(event) => handleEnter(event, form)}
        onSubmit={submitHandler(form, finish)}
      >
        <FailureNotice
          failure={failure}
          action={
            failure?.code === TAKEN && (
              <Button look="quiet" size="small" onClick={() => onLogin(email)}>
                {t('registration.login')}
              </Button>
            )
          }
        />
        <HiddenUsername email={email} />
        <div className={styles.two}>
          <NameFields form={form} firstName={t('about.firstName')} lastName={t('about.lastName')} />
        </div>
        <PhoneField form={form} label={t('about.phone')} placeholder="+380 67 000 00 00" onCheck={checkPhone} />
        <NewPasswordField label={t('password')} {...form.getInputProps('password')} value={form.values.password} />
        <CheckField
          label={
            <Trans
              t={t}
              i18nKey="about.agreement"
              components={{ terms: <DocumentLink view="terms" />, privacy: <DocumentLink view="privacy" /> }}
            />
          }
          name="agreement"
          {...form.getInputProps('agreement', { type: 'checkbox' })}
        />
        <Button type="submit" isWide isBusy={isSending} busyText={t('about.busy')}>
          {t('about.send')}
        </Button>
      </form>
    </>
  );
}

function DocumentLink({ view, children }: { view: DocumentName; children?: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ search: authSearch(search, 'registration', view) }} state={{ isInside: true }}>
      {children}
    </Link>
  );
}
