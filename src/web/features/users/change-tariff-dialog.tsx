import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PAYMENT_MONTHS } from '#contract/limits.ts';
import { TARIFFS, type Tariff } from '#contract/tariffs.ts';
import { changeUserTariff, changeUserTariffInput, type ListedUser } from '#contract/users.admin.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import table from '../../lists/table.module.css';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-users.module.css';
import { USER_PAGES } from './admin-users.queries.ts';

interface Values {
  tariff: Tariff;
  payment_months: string;
}
/** The basic tariff has no months. */
const inputOf = ({ tariff, payment_months }: Values) =>
  tariff === 'basic' ? { tariff } : { tariff, payment_months: Number(payment_months) };

/** Changes a tariff manually, without an order: from now on, for the given number of months. */
export function ChangeTariffDialog({ user, onClose }: { user: ListedUser | undefined; onClose: () => void }) {
  const { t } = useTranslation('adminLists');
  return (
    <Dialog isOpen={user !== undefined} title={t('users.tariff.title')} isGuarded onClose={onClose}>
      {user && <TariffForm user={user} onClose={onClose} />}
    </Dialog>
  );
}

function TariffForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const form = useForm<Values>({
    name: 'user-tariff',
    initialValues: { tariff: user.tariff === 'basic' ? 'family' : user.tariff, payment_months: '1' },
    validate: (values) => schemaResolver(changeUserTariffInput)(inputOf(values)),
  });
  const { isSending, failure, submit } = useSubmit({ form, isAdmin: true });
  const isBasic = form.values.tariff === 'basic';

  const save = (values: Values) =>
    submit(async () => {
      const result = await call(changeUserTariff, { params: { userId: user.user_id }, body: inputOf(values) as never });
      if (result.success) {
        showToast({ text: `${user.email}. ${errorText('tariffApi.manual.success', result.message)}` });
        await client.invalidateQueries({ queryKey: USER_PAGES });
        onClose();
      }
      return result;
    });

  return (
    <form className={styles.form} noValidate onSubmit={submitHandler(form, save)}>
      <p className={table.address}>{user.email}</p>
      <FailureNotice failure={failure} />
      <SelectField
        label={t('users.tariff.plan')}
        choices={TARIFFS.map((value) => ({ value, label: t(`tariffs:names.${value}`) }))}
        {...form.getInputProps('tariff')}
      />
      {!isBasic && (
        <SelectField
          label={t('users.tariff.months')}
          choices={PAYMENT_MONTHS.map((value) => ({ value: String(value), label: t('users.tariff.count', { count: value }) }))}
          {...form.getInputProps('payment_months')}
        />
      )}
      <p>{t(isBasic ? 'users.tariff.ends' : 'users.tariff.starts')}</p>
      <div className={styles.buttons}>
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
