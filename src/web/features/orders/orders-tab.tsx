import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from '#contract/limits.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder, OrderCounts } from '#contract/orders.ts';
import { AdminList, FilterLabel } from '../../admin/admin-list.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { AdminOrderRows, stepButtonId } from './admin-order-rows.tsx';
import { ORDER_FILTERS, type OrderFilter, ordersQuery } from './admin-orders.queries.ts';
import { ConfirmPayment } from './confirm-payment.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderNote } from './order-note.tsx';
import { RemoveOrder } from './remove-order.tsx';
import { UndoActivation } from './undo-activation.tsx';
import { UndoPayment } from './undo-payment.tsx';
import { useIsUnchanged } from './use-is-unchanged.ts';
import { useOrderActions } from './use-order-actions.ts';

/** A dialog about an order, and the focus after it: the dialog cannot return the focus to a button that is gone. */
function useOrderDialog(focusAfter: (order: ListedOrder) => HTMLElement | null) {
  const [order, setOrder] = useState<ListedOrder>();
  const done = useRef<ListedOrder>(undefined);
  useEffect(() => {
    if (order || !done.current) return;
    focusAfter(done.current)?.focus();
    done.current = undefined;
  }, [order, focusAfter]);
  return {
    order,
    open: setOrder,
    close: () => setOrder(undefined),
    /** Runs the action of the dialog and closes it. */
    async confirm(act: (order: ListedOrder) => Promise<boolean>): Promise<void> {
      if (!order) return;
      if (await act(order)) done.current = order;
      setOrder(undefined);
    },
  };
}

const stepButtonOf = ({ order_code }: ListedOrder): HTMLElement | null => document.getElementById(stepButtonId(order_code));

/** The number of orders of a filter, undefined until it is known. */
const countOf = (filter: OrderFilter, counts: OrderCounts | undefined): number | undefined =>
  counts && (filter === 'all' ? counts.processing + counts.confirmed + counts.completed : counts[filter]);

/** Orders that await payment first. Filters, search and page are in the URL; each row offers its next step. */
export function OrdersTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const choice = { status: address.choice('status', ORDER_FILTERS), from: address.day('from'), to: address.day('to') };
  const { q, page } = address;
  const heading = useRef<HTMLHeadingElement>(null);
  const [focusHeading] = useState(() => () => heading.current);
  const isNarrow = useIsBelow(1240);
  const query = useQuery(ordersQuery({ ...choice, q, page }));
  const { advance, remove, undo, stateOf } = useOrderActions();
  const removing = useOrderDialog(focusHeading);
  const undoing = useOrderDialog(stepButtonOf);
  const [noted, setNoted] = useState<ListedOrder>();
  const [paid, setPaid] = useState<ListedOrder>();
  const [started, setStarted] = useState<ListedOrder>();
  // Rows move when the list is loaded again: a click meant for one order must not reach another.
  const shownCodes = query.data?.data.map((order) => order.order_code).join(' ');
  const isSettled = useIsUnchanged(query.isPlaceholderData ? undefined : shownCodes, JSON.stringify({ ...choice, q, page }));

  const isBusy = (order: ListedOrder | undefined) => order !== undefined && stateOf(order).isSending === true;
  const rowOf = (order: ListedOrder, index: number) => ({
    order,
    position: (page - 1) * PAGE_SIZE + index + 1,
    state: stateOf(order),
    isSettled,
    onAdvance: (one: ListedOrder) => void advance(one),
    onRemove: removing.open,
    onUndo: undoing.open,
    onUndoActivation: setStarted,
    onNote: setNoted,
    onPay: setPaid,
  });
  const hasDates = choice.from !== '' || choice.to !== '';
  return (
    <>
      <AdminList
        title={t('orders.title')}
        headingRef={heading}
        lead={query.data?.is_more ? t('orders.partial') : undefined}
        toolbar={<OrderFilters address={address} choice={choice} />}
        address={address}
        query={query}
        rows={query.data?.data}
        rowHeight={isNarrow ? 140 : 53}
        empty={{ title: t('orders.empty.title'), text: t('orders.empty.text') }}
        search={{
          label: t('orders.search'),
          placeholder: t('orders.placeholder'),
          filter: {
            name: 'status',
            label: t('orders.filter'),
            options: ORDER_FILTERS.map((value) => ({
              value,
              label:
                query.data?.counts === null ? (
                  t(`orders.filters.${value}`)
                ) : (
                  <FilterLabel count={countOf(value, query.data?.counts)}>{t(`orders.filters.${value}`)}</FilterLabel>
                ),
            })),
            value: choice.status,
          },
          others: { names: ['from', 'to'], isSet: hasDates },
          notFound: t(q ? 'orders.notFound' : hasDates ? 'orders.noneOfDates' : 'orders.noneOf', { q }),
          similar: { values: query.data?.similar ?? [], label: (code) => t('orders.similar', { code: formatOrderCode(code) }) },
          showAll: t('orders.showAll'),
          found: (values) => t('orders.found', values),
        }}
      >
        {(orders) => <AdminOrderRows rows={orders.map(rowOf)} isNarrow={isNarrow} />}
      </AdminList>
      <RemoveOrder
        order={removing.order}
        isBusy={isBusy(removing.order)}
        onConfirm={(reason) => void removing.confirm((order) => remove(order, reason))}
        onClose={() => !isBusy(removing.order) && removing.close()}
      />
      <UndoPayment
        order={undoing.order}
        isBusy={isBusy(undoing.order)}
        onConfirm={() => void undoing.confirm(undo)}
        onClose={() => !isBusy(undoing.order) && undoing.close()}
      />
      <UndoActivation order={started} onDirty={onDirty} onClose={() => setStarted(undefined)} />
      <ConfirmPayment order={paid} onDirty={onDirty} onClose={() => setPaid(undefined)} />
      <OrderNote order={noted} onDirty={onDirty} onClose={() => setNoted(undefined)} />
    </>
  );
}
