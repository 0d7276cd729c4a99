import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_NOTE_MAX } from '#contract/limits.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { orderNoteInput, putOrderNote } from '#contract/orders.admin.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../forms/use-changed-meanwhile.tsx';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextareaField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import { findOrder, useOrderPages } from './admin-orders.queries.ts';

interface OrderNoteProps {
  /** undefined while the dialog is closed. */
  order: ListedOrder | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** The internal note of an order. A note that someone else has saved meanwhile is shown, and the typed text stays. */
export function OrderNote({ order, onDirty, onClose }: OrderNoteProps) {
  const { t } = useTranslation('adminLists');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      isOpen={order !== undefined}
      title={t('orders.note.title', { code: order && formatOrderCode(order.order_code) })}
      isGuarded
      onClose={() => isBusy || onClose()}
    >
      {order && <NoteForm order={order} onDirty={onDirty} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

const validateInput = schemaResolver(orderNoteInput);

function useNoteForm({ order_code: code, note }: ListedOrder, onClose: () => void) {
  const { t } = useTranslation('adminLists');
  const { put } = useOrderPages();
  const [seen, setSeen] = useState({ note });
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'order-note',
    initialValues: { note },
    validate: validateInput,
    keepsInput: true,
    isAdmin: true,
  });
  const meanwhile = useChangedMeanwhile(form);

  async function loadChanges(): Promise<void> {
    const found = await findOrder(code);
    if (found === undefined || found === 'deleted') return;
    put(found);
    setSeen({ note: found.note });
    meanwhile.takeOver({ note: found.note });
  }

  const save = (values: typeof seen) =>
    submit(async () => {
      const result = await call(putOrderNote, { params: { orderCode: code }, body: { ...values, seen } });
      if (!result.success) {
        if (result.code === 'adminApi.changed') await loadChanges();
        return result;
      }
      put(result.data);
      showToast({ text: t('orders.note.saved', { code: formatOrderCode(code) }) });
      // Text typed during the request is not saved yet.
      if (form.getValues().note === values.note) onClose();
      setSeen({ note: result.data.note });
      meanwhile.clear();
      applySaved(form, values, { note: result.data.note });
      return result;
    });
  return { form, isSending, failure, save, noteOf: meanwhile.noteOf };
}

interface NoteFormProps extends OrderNoteProps {
  order: ListedOrder;
  onBusy: (isBusy: boolean) => void;
}

function NoteForm({ order, onDirty, onBusy, onClose }: NoteFormProps) {
  const { t } = useTranslation('adminLists');
  const { number } = useFormat();
  const { form, isSending, failure, save, noteOf } = useNoteForm(order, onClose);
  useReported(form.isDirty(), onDirty);
  useReported(isSending, onBusy);
  return (
    <form className="form" noValidate onSubmit={submitHandler(form, save)}>
      <FailureNotice failure={failure} />
      <TextareaField
        label={t('orders.note.label')}
        help={noteOf('note', (saved) => saved || t('orders.note.empty')) ?? t('orders.note.help', { max: number(ORDER_NOTE_MAX) })}
        rows={6}
        {...form.getInputProps('note')}
      />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('orders.note.cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} busyText={t('orders.note.busy')}>
          {t('orders.note.save')}
        </Button>
      </div>
    </form>
  );
}
