import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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

/** In the currency of the line, if the order has an amount in it. */
function amountOf(order: ListedOrder, currency: string | null, money: (amount: number, currency: string) => string): string {
  const { amount_due, transfer_amount, transfer_currency } = order;
  return transfer_currency !== null && transfer_currency === currency && transfer_amount !== null
    ? money(transfer_amount, transfer_currency)
    : money(amount_due, 'USD');
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
  line: StatementLine;
  onChoose: (order: ListedOrder) => void;
}

/** Opens the search for the order of a line. */
export function OrderSearch({ line, onChoose }: OrderSearchProps) {
  const { t } = useTranslation('adminIncome');
  const [isOpen, setOpen] = useState(false);
  function choose(order: ListedOrder) {
    setOpen(false);
    onChoose(order);
  }
  if (isOpen) return <SearchForm line={line} onChoose={choose} />;
  return (
    <button type="button" className="link-button" onClick={() => setOpen(true)}>
      {t(line.order_code !== null ? 'statement.order.another' : 'statement.order.choose')}
    </button>
  );
}

/** Finds orders by code, name, email, phone or amount; the amount of the line is there to start with. */
function SearchForm({ line, onChoose }: OrderSearchProps) {
  const { t } = useTranslation('adminIncome');
  const { number } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => number(Math.abs(line.amount ?? 0), { minimumFractionDigits: 2 }));
  const [q, setQ] = useState('');
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const query = useQuery({
    queryKey: [...keys.orders, 'statement', q],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query: { q }, signal })),
    enabled: q !== '',
    staleTime: 0,
  });
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        setQ(typed.trim());
      }}
    >
      <TextField
        ref={field}
        label={t('statement.order.search')}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="small" look="quiet" isBusy={query.isFetching} busyText={t('statement.order.busy')}>
        {t('statement.order.find')}
      </Button>
      {query.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Found orders={query.data.data} currency={line.currency} onChoose={onChoose} />}
    </form>
  );
}

interface FoundProps {
  orders: readonly ListedOrder[];
  /** That of the line, in which amounts are shown if the order has one in it. */
  currency: string | null;
  onChoose: (order: ListedOrder) => void;
}

function Found({ orders, currency, onChoose }: FoundProps) {
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
          <small>{[order.email, amountOf(order, currency, money), day(order.created_at)].filter(Boolean).join(', ')}</small>
        </li>
      ))}
    </ul>
  );
}
