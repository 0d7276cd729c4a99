import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { AdminList } from '../../lists/admin-list.tsx';
import { useListAddress } from '../../lists/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { OrderCards } from './admin-order-cards.tsx';
import { OrderTable } from './admin-order-table.tsx';
import { ORDER_FILTERS, ordersQuery } from './admin-orders.queries.ts';
import { RemoveOrder } from './remove-order.tsx';
import { useOrderActions } from './use-order-actions.ts';

/** Orders, newest first. Filter, search and page are in the URL; each row offers its next step. */
export function OrdersTab() {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const status = address.choice('status', ORDER_FILTERS);
  const { q, page } = address;
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsBelow(1200);
  const query = useQuery(ordersQuery({ status, q, page }));
  const { advance, remove, stateOf } = useOrderActions();
  const [removing, setRemoving] = useState<ListedOrder>();
  const isRemoved = useRef(false);

  // Focus the heading: the dialog cannot return the focus to a deleted row.
  useEffect(() => {
    if (removing || !isRemoved.current) return;
    isRemoved.current = false;
    heading.current?.focus();
  }, [removing]);

  async function handleRemove() {
    if (!removing) return;
    isRemoved.current = await remove(removing);
    setRemoving(undefined);
  }
  const rowOf = (order: ListedOrder, index: number) => ({
    order,
    position: (page - 1) * PAGE_SIZE + index + 1,
    state: stateOf(order),
    onAdvance: (one: ListedOrder) => void advance(one),
    onRemove: setRemoving,
  });
  const Rows = isNarrow ? OrderCards : OrderTable;
  return (
    <>
      <AdminList
        title={t('orders.title')}
        headingRef={heading}
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
            options: ORDER_FILTERS.map((value) => ({ value, label: t(`orders.filters.${value}`) })),
            value: status,
          },
          notFound: t(q ? 'orders.notFound' : 'orders.noneOf', { q }),
          showAll: t('orders.showAll'),
          found: (values) => t('orders.found', values),
        }}
      >
        {(orders) => <Rows rows={orders.map(rowOf)} />}
      </AdminList>
      <RemoveOrder
        order={removing}
        isBusy={removing !== undefined && stateOf(removing).isSending === true}
        onConfirm={() => void handleRemove()}
        onClose={() => setRemoving((current) => (current && stateOf(current).isSending ? current : undefined))}
      />
    </>
  );
}
