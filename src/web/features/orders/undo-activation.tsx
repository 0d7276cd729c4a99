import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { undoActivation, undoActivationInput } from '#contract/orders.admin.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './admin-orders.module.css';
import { findOrder, useOrderPages } from './admin-orders.queries.ts';

interface UndoActivationProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Whether an activation can be undone, as far as the list knows: nothing has followed the period of the order. */
const canUndoActivation = ({ status, is_running, continued_months, confirmed_at }: ListedOrder): boolean =>
  status === 'completed' && is_running && continued_months === 0 && confirmed_at !== null;

export function UndoActivationLink({ order, onOpen }: { order: ListedOrder; onOpen: (order: ListedOrder) => void }) {
  const { t } = useTranslation('adminLists');
  if (!canUndoActivation(order)) return null;
  return (
    <small>
      <button
        type="button"
        className={`link-button ${styles.undo}`}
        aria-label={t('orders.undoActivation.of', { code: formatOrderCode(order.order_code) })}
        onClick={() => onOpen(order)}
      >
        {t('orders.undoActivation.button')}
      </button>
    </small>
  );
}

/** Undoes the activation of an order that was a mistake, with a reason. */
export function UndoActivation({ order, onDirty, onClose }: UndoActivationProps) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isOpen={order !== undefined}
      title={t('orders.undoActivation.title', { code: order && formatOrderCode(order.order_code) })}
      isGuarded
      onClose={() => isBusy || onClose()}
    >
      {order && <UndoForm order={order} onDirty={onDirty} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(undoActivationInput);

interface FormProps extends UndoActivationProps {
  order: ListedOrder;
  onBusy: (isBusy: boolean) => void;
}

function UndoForm({ order, onDirty, onBusy, onClose }: FormProps) {
  const { t } = useTranslation('adminLists');
  const { put } = useOrderPages();
  const code = order.order_code;
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'undo-activation',
    initialValues: { reason: '' },
    validate: validateInput,
    isAdmin: true,
  });
  useReported(form.isDirty(), onDirty);
  useReported(isSending, onBusy);
  const save = ({ reason }: { reason: string }) =>
    submit(async () => {
      const body = { reason, completed_at: order.completed_at ?? undefined };
      const result = await call(undoActivation, { params: { orderCode: code }, body });
      if (!result.success) {
        const found = result.status === 409 ? await findOrder(code) : undefined;
        if (found && found !== 'deleted') put(found);
        return result;
      }
      put(result.data);
      showToast({ text: t('orders.undoActivation.done', { code: formatOrderCode(code) }) });
      onClose();
      return result;
    });
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <p>{t('orders.undoActivation.text', { who: order.email })}</p>
      <FailureNotice failure={failure} />
      <TextField label={t('orders.undoActivation.reason')} autoComplete="off" {...form.getInputProps('reason')} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('orders.undoActivation.keep')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('orders.undoActivation.busy')}>
          {t('orders.undoActivation.confirm')}
        </Button>
      </div>
    </form>
  );
}
