import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import { type ListedOrder, listOrders } from '#contract/orders.ts';
import type { StatementLine } from '#contract/statements.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import styles from './statement.module.css';

/** Orders that are offered at once. */
const OFFERED = 8;

/** What the order still awaits in the currency of the line; null in another currency. */
function missingOf({ missing, missing_transfer, transfer_currency }: ListedOrder, currency: string | null): number | null {
  if (currency === transfer_currency) return missing_transfer;
  return currency === 'USD' ? missing : null;
}

function reasonOf(order: ListedOrder, missing: number | null, amount: number): StatementLine['reason'] {
  if (order.closed) return 'closed';
  if (order.status !== 'processing') return 'paid';
  if (missing === null) return 'currency';
  return amount === missing ? null : amount < missing ? 'short' : 'over';
}

/** The line as money for another order than the one that was proposed. */
export function lineFor(line: StatementLine, order: ListedOrder): StatementLine {
  const missing = missingOf(order, line.currency);
  const reason = (line.amount ?? 0) < 0 ? line.reason : reasonOf(order, missing, line.amount ?? 0);
  return { ...line, order_code: order.order_code, email: order.email, missing, reason };
}

interface OrderSearchProps {
  /** Whether the line has an order already. */
  hasOrder: boolean;
  onChoose: (order: ListedOrder) => void;
}

/** Finds the order of a line by code, name, email or phone. */
export function OrderSearch({ hasOrder, onChoose }: OrderSearchProps) {
  const { t } = useTranslation('adminIncome');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const query = useQuery({
    queryKey: [...keys.orders, 'statement', q],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query: { q }, signal })),
    enabled: q !== '',
    staleTime: 0,
  });
  if (!isOpen)
    return (
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t(hasOrder ? 'statement.order.another' : 'statement.order.choose')}
      </button>
    );
  function choose(order: ListedOrder) {
    setOpen(false);
    onChoose(order);
  }
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        setQ(typed.trim());
      }}
    >
      <TextField label={t('statement.order.search')} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      <Button type="submit" size="small" look="quiet" isBusy={query.isFetching} busyText={t('statement.order.busy')}>
        {t('statement.order.find')}
      </Button>
      {query.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Found orders={query.data.data} onChoose={choose} />}
    </form>
  );
}

function Found({ orders, onChoose }: { orders: readonly ListedOrder[]; onChoose: (order: ListedOrder) => void }) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  if (orders.length === 0) return <p role="status">{t('statement.order.none')}</p>;
  return (
    <ul aria-label={t('statement.order.found')}>
      {orders.slice(0, OFFERED).map((order) => (
        <li key={order.order_code}>
          <button type="button" className="link-button" onClick={() => onChoose(order)}>
            {formatOrderCode(order.order_code)}
          </button>
          <small>{[order.email, money(order.amount_due, 'USD'), day(order.created_at)].filter(Boolean).join(', ')}</small>
        </li>
      ))}
    </ul>
  );
}
