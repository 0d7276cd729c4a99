import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAdminLanguage, type OwnAdmin } from '#contract/admin-account.ts';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { EmailChange } from './email-change.tsx';
import styles from './own-account.module.css';

/** Email and role of the administrator, and the language of the emails, which is saved when it is chosen. */
export function OwnFacts({ own }: { own: OwnAdmin }) {
  const { t } = useTranslation('adminSettings');
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);

  async function finish(): Promise<void> {
    close();
    await client.invalidateQueries({ queryKey: keys.admin });
  }

  return (
    <Sheet className="form">
      <Facts>
        <Fact label={t('own.email')}>{own.email}</Fact>
        <Fact label={t('own.role')}>{t(`roles.${own.role}`)}</Fact>
      </Facts>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={() => setChanging(true)}>
          {t('email.change')}
        </Button>
      </div>
      <MailLanguage stored={own.language} />
      {own.is_from_settings && <Notice tone="info">{t('own.settings')}</Notice>}
      <Dialog isOpen={isChanging} title={t('email.title')} isGuarded onClose={close}>
        <EmailChange email={own.email} hasTwoFactor={own.has_two_factor} onDone={() => void finish()} onCancel={close} />
      </Dialog>
    </Sheet>
  );
}

function MailLanguage({ stored }: { stored: Language }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit({ isAdmin: true });
  const [chosen, setChosen] = useState<Language>();

  const save = (language: Language) =>
    submit(async () => {
      setChosen(language);
      const result = await call(changeAdminLanguage, { body: { language } });
      if (result.success) {
        await client.invalidateQueries({ queryKey: keys.ownAdmin });
        showToast({ text: errorText('adminApi.language.success', result.message) });
      }
      setChosen(undefined);
      return result;
    });

  return (
    <>
      <FailureNotice failure={failure} />
      <SelectField
        label={t('own.language')}
        choices={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={chosen ?? stored}
        aria-busy={isSending}
        onChange={(event) => void save(event.currentTarget.value as Language)}
      />
    </>
  );
}
