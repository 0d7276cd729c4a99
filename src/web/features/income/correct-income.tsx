import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createIncome, createIncomeInput, type Income } from '#contract/income.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';

interface CorrectProps {
  /** undefined while the dialog is closed. */
  record: Income | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Withdraws a record that was a mistake, by another record with a reason. */
export function CorrectIncome({ record, onDirty, onClose }: CorrectProps) {
  const { t } = useTranslation('adminIncome');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog isOpen={record !== undefined} title={t('correct.title')} isGuarded onClose={() => isBusy || onClose()}>
      {record && <CorrectForm record={record} onDirty={onDirty} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const inputOf = (record: Income, reason: string) => ({
  ...{ kind: 'correction' as const, corrects: record.id, paid_on: localDay(), reason: reason || null },
});

const validateInput = schemaResolver(createIncomeInput);

interface FormProps extends CorrectProps {
  record: Income;
  onBusy: (isBusy: boolean) => void;
}

function CorrectForm({ record, onDirty, onBusy, onClose }: FormProps) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  const client = useQueryClient();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'income-correction',
    initialValues: { reason: '' },
    validate: ({ reason }) => validateInput(inputOf(record, reason)),
    isAdmin: true,
  });
  useReported(form.isDirty(), onDirty);
  useReported(isSending, onBusy);
  const save = ({ reason }: { reason: string }) =>
    submit(async () => {
      const result = await call(createIncome, { body: inputOf(record, reason) });
      if (!result.success) return result;
      showToast({ text: t('correct.saved') });
      onClose();
      await client.invalidateQueries({ queryKey: keys.income });
      return result;
    });
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <p>{t('correct.lead', { amount: money(record.change, record.currency), day: day(record.paid_on) })}</p>
      <FailureNotice failure={failure} />
      <TextField label={t('form.reason')} autoComplete="off" {...form.getInputProps('reason')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('correct.busy')}>
          {t('correct.confirm')}
        </Button>
      </div>
    </form>
  );
}
