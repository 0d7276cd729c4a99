import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { confirmStatement, type Statement, type StatementLine, undoStatementLine, undoStatementLineInput } from '#contract/statements.ts';
import { call } from '../../api/call.ts';
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

interface UndoLineProps {
  statementId: number;
  /** undefined while the dialog is closed. */
  line: StatementLine | undefined;
  /** The statement as it is now, after an undo, or if somebody else has changed the line. */
  onStatement: (statement: Statement) => void;
  onDone: () => void;
  onClose: () => void;
}

/** Takes back a line that was recorded by mistake, with a reason. */
export function UndoLine(props: UndoLineProps) {
  const { t } = useTranslation('adminIncome');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog isOpen={props.line !== undefined} title={t('statement.undo.title')} isGuarded onClose={() => isBusy || props.onClose()}>
      {props.line && <UndoForm {...props} line={props.line} onBusy={setBusy} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(undoStatementLineInput);

interface FormProps extends UndoLineProps {
  line: StatementLine;
  onBusy: (isBusy: boolean) => void;
}

function UndoForm({ statementId, line, onStatement, onDone, onBusy, onClose }: FormProps) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  const { line: number, income_id, paid_on, amount, currency, payer, order_code: code } = line;
  const inputOf = (reason: string) => ({ line: number, income_id: income_id ?? 0, reason, paid_on: localDay() });
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'undo-line',
    initialValues: { reason: '' },
    validate: ({ reason }) => validateInput(inputOf(reason)),
    isAdmin: true,
  });
  useReported(isSending, onBusy);
  const params = { statementId };
  const save = ({ reason }: { reason: string }) =>
    submit(async () => {
      const result = await call(undoStatementLine, { params, body: inputOf(reason) });
      if (!result.success) {
        const now = result.status === 409 ? await call(confirmStatement, { params, body: { lines: [] } }) : undefined;
        if (now?.success) onStatement(now.data);
        return result;
      }
      onStatement(result.data);
      showToast({ text: t('statement.undo.done') });
      onDone();
      onClose();
      return result;
    });
  const facts = [money(amount ?? 0, currency ?? ''), paid_on && day(paid_on), payer].filter(Boolean).join(', ');
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <p>
        <b>{facts}</b>
      </p>
      <p>{code ? t('statement.undo.ofOrder', { code: formatOrderCode(code) }) : t('statement.undo.lead')}</p>
      <FailureNotice failure={failure} />
      <TextField label={t('form.reason')} autoComplete="off" {...form.getInputProps('reason')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('statement.undo.keep')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('statement.undo.busy')}>
          {t('statement.undo.confirm')}
        </Button>
      </div>
    </form>
  );
}
