import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_MONTHS } from '#contract/limits.ts';
import { TARIFFS } from '#contract/tariffs.ts';
import { changeUserTariff, changeUserTariffInput, type ListedUser } from '#contract/users.admin.ts';
import table from '../../admin/table.module.css';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextareaField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-users.module.css';
import { canContinue, endOf, inputOf, isLoss, type TariffValues } from './tariff-by-hand.ts';

/** Changes a tariff manually, without an order: from now on, or from the end of the running period. */
export function ChangeTariffDialog({ user, onClose }: { user: ListedUser | undefined; onClose: () => void }) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog isOpen={user !== undefined} title={t('users.tariff.title')} isGuarded onClose={() => isBusy || onClose()}>
      {user && <TariffForm user={user} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(changeUserTariffInput);

function useTariffForm(user: ListedUser, onClose: () => void) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const { form, isSending, failure, submit } = useSubmitForm<TariffValues>({
    name: 'user-tariff',
    initialValues: {
      tariff: user.tariff === 'basic' ? 'family' : user.tariff,
      payment_months: '1',
      start: 'end',
      isLossAccepted: false,
      reason: '',
    },
    validate: (values) => ({
      ...validateInput(inputOf(user, values)),
      ...(isLoss(user, values, Date.now()) && !values.isLossAccepted && { isLossAccepted: 'validation.required' }),
    }),
    isAdmin: true,
  });

  const save = (values: TariffValues) =>
    submit(async () => {
      const result = await call(changeUserTariff, { params: { userId: user.user_id }, body: inputOf(user, values) });
      if (result.success) showToast({ text: `${user.email}. ${errorText('tariffApi.manual.success', result.message)}` });
      // Even after a conflict, to show what is running now.
      await client.invalidateQueries({ queryKey: keys.users });
      if (result.success) onClose();
      else form.setFieldValue('isLossAccepted', false);
      return result;
    });
  return { form, isSending, failure, save };
}

interface TariffFormProps {
  user: ListedUser;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function TariffForm({ user, onBusy, onClose }: TariffFormProps) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const { day } = useFormat();
  const { form, isSending, failure, save } = useTariffForm(user, onClose);
  useReported(isSending, onBusy);
  const { values } = form;
  const now = Date.now();
  const end = endOf(user, values, now);
  const names = { tariff: t(`tariffs:names.${user.tariff}`), wanted: t(`tariffs:names.${values.tariff}`) };
  const runsUntil = user.tariff_end_date === null ? undefined : day(user.tariff_end_date);

  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <div>
        <p className={table.address}>{user.email}</p>
        <p>{runsUntil ? t('users.tariff.now', { ...names, end: runsUntil }) : t('users.tariff.nowBasic', names)}</p>
      </div>
      <FailureNotice failure={failure} />
      <SelectField
        label={t('users.tariff.plan')}
        choices={TARIFFS.map((value) => ({ value, label: t(`tariffs:names.${value}`) }))}
        {...form.getInputProps('tariff')}
      />
      {canContinue(user, values) && (
        <SelectField
          label={t('users.tariff.start')}
          choices={[
            { value: 'end', label: t('users.tariff.startEnd', { end: runsUntil }) },
            { value: 'now', label: t('users.tariff.startNow') },
          ]}
          {...form.getInputProps('start')}
        />
      )}
      {end !== undefined && (
        <SelectField
          label={t('users.tariff.months')}
          choices={PAYMENT_MONTHS.map((value) => ({ value: String(value), label: t('users.tariff.count', { count: value }) }))}
          {...form.getInputProps('payment_months')}
        />
      )}
      <p>{end === undefined ? t('users.tariff.ends') : t('users.tariff.becomes', { ...names, end: day(new Date(end).toISOString()) })}</p>
      {isLoss(user, values, now) && (
        <Notice>
          <p className={styles.loss}>{t('users.tariff.loss', { ...names, end: runsUntil })}</p>
          <CheckField
            label={t('users.tariff.accept')}
            {...form.getInputProps('isLossAccepted', { type: 'checkbox' })}
            error={form.errors.isLossAccepted && <>{t('users.tariff.acceptFirst')}</>}
          />
        </Notice>
      )}
      <TextareaField label={t('users.reason')} isOptional rows={2} {...form.getInputProps('reason')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('users.tariff.keep')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('users.tariff.busy')}>
          {t('users.tariff.save')}
        </Button>
      </div>
    </form>
  );
}
