import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import { sellerInput, updateSeller } from '#contract/seller.admin.ts';
import { getSeller, type Seller } from '#contract/seller.ts';
import settings from '../../admin/settings.module.css';
import { type CallFailure, call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, fieldErrors, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { classOf } from '../../ui/class-of.ts';
import { TextField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './seller-form.module.css';

const validateInput = schemaResolver(sellerInput);
/** Removes the `data.` prefix from error paths: the request wraps its fields in `data`. */
const errorsOf = ({ errors }: CallFailure) =>
  Object.fromEntries(Object.entries(fieldErrors(errors)).map(([path, code]) => [path.replace(/^data\./, ''), code]));

interface SellerFormProps {
  seller: Seller;
  onDirty: (isDirty: boolean) => void;
}

/** Who sells the tariffs: name and address in each language, and what is the same in all. */
export function SellerForm({ seller, onDirty }: SellerFormProps) {
  const { t } = useTranslation('adminSettings');
  const { form, noteOf, isSending, failure, save } = useSellerForm({ seller, onDirty });
  const field = (name: keyof Seller) => ({ autoComplete: 'off', help: noteOf(name), ...form.getInputProps(name) });
  return (
    <Sheet className={classOf(settings.narrow, styles.seller)}>
      <h2>{t('seller.title')}</h2>
      <p>{t('seller.lead')}</p>
      <form className="form" noValidate onSubmit={submitHandler(form, save)}>
        <FailureNotice failure={failure} />
        {LANGUAGES.map((lang) => {
          const name = field(`name_${lang}`);
          const help = name.help ?? (lang === LANGUAGES[0] ? t('seller.nameHelp') : undefined);
          return (
            <div key={lang} className={`form-row ${styles.two}`}>
              <TextField {...name} label={t(`seller.name.${lang}`)} lang={HTML_LANGUAGE[lang]} help={help} />
              <TextField {...field(`address_${lang}`)} label={t(`seller.address.${lang}`)} lang={HTML_LANGUAGE[lang]} />
            </div>
          );
        })}
        <TextField {...field('tax_number')} label={t('seller.taxNumber')} />
        <div className={`form-row ${styles.two}`}>
          <TextField {...field('contact_email')} label={t('seller.email')} type="email" />
          <TextField {...field('phone')} label={t('seller.phone')} type="tel" />
        </div>
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('saving')}>
            {t('seller.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** Data that someone else has saved meanwhile is shown, not overwritten. */
function useSellerForm({ seller, onDirty }: SellerFormProps) {
  const errorText = useErrorText();
  const [seen, setSeen] = useState(seller);
  const { form, isSending, failure, submit } = useSubmitForm<Seller>({
    name: 'seller',
    initialValues: seller,
    validate: validateInput,
    keepsInput: true,
    isAdmin: true,
  });
  useReported(form.isDirty(), onDirty);
  const meanwhile = useChangedMeanwhile(form);

  async function loadChanges(): Promise<void> {
    const fresh = await call(getSeller);
    if (!fresh.success) return;
    setSeen(fresh.data);
    meanwhile.takeOver(fresh.data);
  }

  const save = (values: Seller) =>
    submit(async () => {
      const result = await call(updateSeller, { body: { data: values, seen } });
      if (!result.success) {
        if (result.code === 'adminApi.changed') await loadChanges();
        return result;
      }
      setSeen(result.data);
      meanwhile.clear();
      applySaved(form, values, result.data);
      showToast({ text: errorText('sellerApi.success', result.message) });
      return result;
    }, errorsOf);
  return { form, noteOf: meanwhile.noteOf, isSending, failure, save };
}
