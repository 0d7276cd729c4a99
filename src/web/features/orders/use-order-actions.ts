import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { undoPayment } from '#contract/orders.admin.ts';
import { type ListedOrder, removeOrder, updateOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { localDay } from '../../local-day.ts';
import { showToast } from '../../ui/toast.ts';
import { findOrder, useOrderPages } from './admin-orders.queries.ts';
import { stepName } from './order-effect.ts';

/** The only status that an order can change to. */
export const NEXT_STEP: Record<OrderStatus, 'confirmed' | 'completed' | undefined> = {
  processing: 'confirmed',
  confirmed: 'completed',
  completed: undefined,
};

export interface RowState {
  isSending?: boolean;
  /** Error of the last action. */
  error?: string;
  /** Deleted by another administrator. */
  isRemoved?: boolean;
}

/** Actions on orders, with the state of each row by order code. */
export function useOrderActions() {
  const { t } = useTranslation('adminLists');
  const errorText = useErrorText();
  const { put, reload } = useOrderPages();
  const [states, setStates] = useState<Record<string, RowState>>({});
  const mark = (code: string, state: RowState) => setStates((current) => ({ ...current, [code]: state }));

  /** Shows why an action failed. After a conflict, reloads the row and says so. */
  async function showFailure(code: string, failure: CallFailure): Promise<void> {
    // The login dialog over the panel already shows the error.
    if (failure.status === 401) return mark(code, {});
    const reason = errorText(failure.code, failure.message);
    if (failure.status !== 409 && failure.status !== 404) return mark(code, { error: reason });
    const found = await findOrder(code);
    if (found === 'deleted') return mark(code, { error: `${reason} ${t('orders.removedByOther')}`, isRemoved: true });
    if (found) put(found);
    mark(code, { error: found ? `${reason} ${t('orders.reloaded')}` : reason });
  }

  async function advance(order: ListedOrder): Promise<void> {
    const code = order.order_code;
    const status = NEXT_STEP[order.status];
    if (!status || states[code]?.isSending) return;
    mark(code, { isSending: true });
    const result = await call(updateOrder, {
      params: { orderCode: code },
      body: { status, amount_due: order.amount_due, paid_on: localDay() },
    });
    if (!result.success) return showFailure(code, result);
    put(result.data);
    mark(code, {});
    showToast({ text: t(`orders.done.${stepName(order, status)}`, { code: formatOrderCode(code) }) });
  }

  /** Returns whether the order was deleted; it is not if its status has changed since the confirmation dialog opened. */
  async function remove({ order_code: code, status }: ListedOrder, reason: string): Promise<boolean> {
    mark(code, { isSending: true });
    const result = await call(removeOrder, { params: { orderCode: code }, query: { status }, body: { reason } });
    if (!result.success) {
      await showFailure(code, result);
      return false;
    }
    mark(code, {});
    showToast({ text: t('orders.done.removed', { code: formatOrderCode(code) }) });
    await reload();
    return true;
  }

  /** Returns whether the confirmation was undone; it is not if the tariff has started, or the order was confirmed again since. */
  async function undo({ order_code: code, confirmed_at }: ListedOrder): Promise<boolean> {
    mark(code, { isSending: true });
    const result = await call(undoPayment, {
      params: { orderCode: code },
      body: { confirmed_at: confirmed_at ?? undefined, paid_on: localDay() },
    });
    if (!result.success) {
      await showFailure(code, result);
      return false;
    }
    put(result.data);
    mark(code, {});
    showToast({ text: t('orders.undo.done', { code: formatOrderCode(code) }) });
    return true;
  }

  return { advance, remove, undo, stateOf: (order: ListedOrder): RowState => states[order.order_code] ?? {} };
}
