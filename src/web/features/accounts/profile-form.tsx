import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile, changeProfileInput } from '#contract/accounts.ts';
import { CURRENCIES, type Currency, type CurrencyChange } from '#contract/tariffs.ts';
import { getUser, type User } from '#contract/users.ts';
import { FormHead } from '../../account/form-head.tsx';
import { type CallFailure, call } from '../../api/call.ts';
import { userQuery } from '../../api/user.queries.ts';
import { handleEnter } from '../../forms/enter-key.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { NameFields, PhoneField } from '../../forms/person-fields.tsx';
import { phoneOf } from '../../forms/phone-check.ts';
import { fieldErrors, focusFirstInvalid, schemaResolver, scrollToTop, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { usePhoneCheck } from '../../forms/use-phone-check.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { focusPhoto, useSubmitWhenReady } from '../../forms/use-submit-when-ready.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import type { Photo } from '../../photos/photo.ts';
import { PhotoField } from '../../photos/photo-field.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './account-form.module.css';
import { useCurrencyQuestion } from './use-currency-question.tsx';

interface ProfileValues {
  firstName: string;
  lastName: string;
  phone: string;
  currency: Currency;
}

const PHOTO_PATH = 'profile-image';
const validateInput = schemaResolver(changeProfileInput);
const valuesOf = (user: User): ProfileValues => ({
  firstName: user.first_name,
  lastName: user.last_name,
  phone: user.phone ?? '',
  currency: user.currency,
});

/** Errors by field, including a photo that the server rejects. */
function errorsOf({ code, errors }: CallFailure) {
  return code.startsWith('imageApi.') ? { image: code } : fieldErrors(errors);
}

/** State and actions of the profile form. */
function useProfileForm(user: User, onDone: (text: string) => void) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { phoneErrors: phoneErrorsOf, checkPhone } = usePhoneCheck();
  const [photo, setPhoto] = useState<Photo>();
  const [isRemoved, setRemoved] = useState(false);
  const { form, isSending, failure, submit } = useSubmitForm<ProfileValues>({
    name: 'profile',
    initialValues: valuesOf(user),
    validate: (values) => ({ ...phoneErrorsOf(values.phone), ...validateInput(values) }),
    onFailure: scrollToTop,
  });
  const meanwhile = useChangedMeanwhile(form);
  const ready = useSubmitWhenReady(focusPhoto);
  const { dialog, allowLeaving } = useLeaveGuard(form.isDirty() || photo !== undefined || isRemoved || ready.isPreparing);

  const question = useCurrencyQuestion(user.currency, (change) => void save(form.getValues(), change));

  const save = (values: ProfileValues, currencyChange?: CurrencyChange) =>
    submit(async () => {
      if (!(await checkPhone(form))) {
        focusFirstInvalid(form, { phone: true });
        return undefined;
      }
      if (!currencyChange && (await question.ask(values.currency))) return undefined;
      const phone = (await phoneOf(values.phone).catch(() => values.phone)) ?? values.phone;
      const existingImagePath = user.person_image ?? '';
      const removal = isRemoved && !photo ? { removeImage: 'true' as const } : {};
      const seen = form.getInitialValues();
      const result = await call(changeProfile, {
        body: { ...values, currencyChange, phone, existingImagePath, ...removal, seen },
        image: photo?.image,
      });
      if (result.success) {
        client.setQueryData(userQuery().queryKey, (cached) => cached && { ...cached, data: result.data });
        // Sums are of the currency of the account.
        if (values.currency !== user.currency) void client.invalidateQueries();
        allowLeaving();
        onDone(errorText('api.changeProfile.success', result.message));
      } else if (result.code === 'api.changed') {
        const fresh = await call(getUser);
        if (fresh.success) meanwhile.takeOver(valuesOf(fresh.data));
      }
      return result;
    }, errorsOf);

  function takePhoto(next: Photo) {
    setPhoto(next);
    form.clearFieldError('image');
  }
  function removePhoto() {
    setPhoto(undefined);
    setRemoved(true);
    form.clearFieldError('image');
  }
  const current = isRemoved ? undefined : (user.person_image ?? undefined);
  const dialogs = (
    <>
      {dialog}
      {question.question}
    </>
  );
  const { noteOf } = meanwhile;
  return {
    form,
    ready,
    photo,
    current,
    takePhoto,
    removePhoto,
    save,
    isSending,
    failure,
    dialogs,
    noteOf,
    checkPhone: () => checkPhone(form),
  };
}

export function ProfileForm({ user, onDone }: { user: User; onDone: (text: string) => void }) {
  const { t } = useTranslation(['account', 'forms']);
  const { form, ready, photo, current, takePhoto, removePhoto, save, isSending, failure, dialogs, noteOf, checkPhone } = useProfileForm(
    user,
    onDone,
  );
  return (
    <>
      <FormHead title={t('profile.title')}>{user.email}</FormHead>
      <form
        ref={ready.form}
        className={`form ${styles.form}`}
        method="post"
        noValidate
        onKeyDown={(event) => handleEnter(event, form)}
        onSubmit={ready.submitWhenReady(submitHandler(form, save))}
      >
        <FailureNotice failure={failure} />
        <div className="form-row">
          <NameFields form={form} firstName={t('profile.firstName')} lastName={t('profile.lastName')} noteOf={noteOf} />
        </div>
        <PhoneField form={form} label={t('profile.phone')} help={noteOf('phone', (saved) => saved || '—')} onCheck={checkPhone} />
        <SelectField
          label={t('profile.currency')}
          help={noteOf('currency', (saved) => t(`profile.currencies.${saved as Currency}`)) ?? t('profile.currencyHelp')}
          name="currency"
          choices={CURRENCIES.map((value) => ({ value, label: t(`profile.currencies.${value}`) }))}
          {...form.getInputProps('currency')}
        />
        <fieldset className={styles.photo} inert={isSending}>
          <legend>{t('profile.photo')}</legend>
          <PhotoField
            photo={photo}
            current={current}
            isSquare
            error={form.errors.image as string | undefined}
            path={PHOTO_PATH}
            onPhoto={takePhoto}
            onRemove={removePhoto}
            onPreparation={(preparation) => ready.report(PHOTO_PATH, preparation)}
          />
        </fieldset>
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending || ready.isWaiting} busyText={t(ready.isWaiting ? 'forms:photo.busy' : 'saving')}>
            {t('save')}
          </Button>
          <ButtonLink look="plain" to={paths.user}>
            {t('cancel')}
          </ButtonLink>
        </div>
      </form>
      {dialogs}
    </>
  );
}
