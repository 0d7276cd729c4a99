import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useListAddress, usePageInside } from '../../lists/list-address.ts';
import { ListSearch } from '../../lists/list-search.tsx';
import { Pager } from '../../lists/pager.tsx';
import table from '../../lists/table.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OrderCards } from './admin-order-cards.tsx';
import { OrderTable } from './admin-order-table.tsx';
import { ORDER_FILTERS, ordersQuery } from './admin-orders.queries.ts';
import { RemoveOrder } from './remove-order.tsx';
import { useOrderActions } from './use-order-actions.ts';

/** Orders, newest first. Filter, search and page are in the URL; each row offers its next step. */
export function OrdersTab() {
  const { t } = useTranslation('adminLists');
  const { number } = useFormat();
  const address = useListAddress();
  const status = address.choice('status', ORDER_FILTERS);
  const { q, page } = address;
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useMediaQuery('(max-width: 1199px)', undefined, { getInitialValueInEffect: false });
  const { data: list, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(ordersQuery({ status, q, page }));
  const { advance, remove, stateOf } = useOrderActions();
  const [removing, setRemoving] = useState<ListedOrder>();
  const isRemoved = useRef(false);
  usePageInside(address, isPlaceholderData ? undefined : list?.total);

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
  const rows = (list?.data ?? []).map((order, index) => ({
    order,
    position: (page - 1) * PAGE_SIZE + index + 1,
    state: stateOf(order),
    onAdvance: (one: ListedOrder) => void advance(one),
    onRemove: setRemoving,
  }));
  const Rows = isNarrow ? OrderCards : OrderTable;
  const isNarrowed = q !== '' || status !== 'all';
  return (
    <section aria-busy={isPending || undefined}>
      <div className={table.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t('orders.title')} {list && <small>{number(list.total)}</small>}
        </h1>
        <SegmentedControl
          label={t('orders.filter')}
          options={ORDER_FILTERS.map((value) => ({ value, label: t(`orders.filters.${value}`) }))}
          value={status}
          onChange={(next) => address.choose({ status: next === 'all' ? undefined : next })}
        />
        <ListSearch
          label={t('orders.search')}
          placeholder={t('orders.placeholder')}
          q={q}
          onQuery={(next) => address.choose({ q: next }, true)}
        />
      </div>
      {!list && (isFetching || !error) && <Skeleton height={isNarrow ? 140 : 53} count={6} />}
      {error && !isFetching && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {list && list.total === 0 && !isNarrowed && <EmptyState title={t('orders.empty.title')} text={t('orders.empty.text')} />}
      {list && (list.total > 0 || isNarrowed) && (
        <Sheet isBare className={table.body} aria-busy={isPlaceholderData || undefined}>
          {rows.length > 0 ? (
            <Rows rows={rows} />
          ) : (
            <p className={table.none}>
              {t(q ? 'orders.notFound' : 'orders.noneOf', { q })}{' '}
              <button type="button" onClick={() => address.choose({ q: undefined, status: undefined })}>
                {t('orders.showAll')}
              </button>
            </p>
          )}
          {list.total > 0 && <Pager address={address} total={list.total} />}
        </Sheet>
      )}
      <p className="visually-hidden" role="status">
        {list && isNarrowed && t('orders.found', { count: list.total, value: number(list.total) })}
      </p>
      <RemoveOrder
        order={removing}
        isBusy={removing !== undefined && stateOf(removing).isSending === true}
        onConfirm={() => void handleRemove()}
        onClose={() => setRemoving((current) => (current && stateOf(current).isSending ? current : undefined))}
      />
    </section>
  );
}
