import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import table from '../../lists/table.module.css';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './admin-orders.module.css';
import { type PeriodState, periodState, shownStatus, stepName } from './order-effect.ts';
import { NEXT_STEP, type RowState } from './use-order-actions.ts';

export interface OrderRowProps {
  order: ListedOrder;
  /** Position in the list, starting at 1. */
  position: number;
  state: RowState;
  onAdvance: (order: ListedOrder) => void;
  onRemove: (order: ListedOrder) => void;
}
/** The rows of one page, shown as a table or as cards. */
export interface OrderRowsProps {
  rows: readonly OrderRowProps[];
}

/** Look of a row: its order status, unless a change is pending, failed or removed it. */
const lookOf = ({ order, state }: OrderRowProps): string =>
  state.isRemoved ? 'deleted' : state.error ? 'refused' : state.isSending ? 'sending' : order.status;

const STAMP = { processing: 'wait', confirmed: 'go', completed: 'done', closed: 'done' } as const;

const PERIOD_TEXT = { running: 'orders.until', replaced: 'orders.replaced', over: 'orders.over' } as const satisfies Record<
  Exclude<PeriodState, 'none'>,
  string
>;

function StatusBadge({ order, isGone }: { order: ListedOrder; isGone: boolean | undefined }) {
  const { t } = useTranslation('adminLists');
  const status = shownStatus(order);
  return <Badge state={isGone ? 'done' : STAMP[status]}>{t(isGone ? 'orders.deleted' : `orders.status.${status}`)}</Badge>;
}

function TariffChange({ order }: { order: ListedOrder }) {
  const { t } = useTranslation('tariffs');
  return (
    <span className={styles.change}>
      <Icon name="arrow" size="small" />
      {t(`names.${order.tariff_change}`)}
    </span>
  );
}

/** The customer, or a note if the account was deleted: orders are kept for accounting. */
function OrderCustomer({ order }: { order: ListedOrder }) {
  const { t } = useTranslation('adminLists');
  if (order.user_id === null) return <span className={styles.soft}>{t('orders.deletedUser')}</span>;
  return (
    <>
      <span className={styles.email}>{order.email}</span>
      <small>{t('orders.userId', { value: order.user_id })}</small>
    </>
  );
}

/** Milliseconds for which a click on a new step button is ignored as a double click on the previous one. */
const SECOND_PRESS = 1_000;

/** Whether the status has been shown long enough to accept a click. */
function useIsSettled(status: OrderStatus): boolean {
  const [settled, setSettled] = useState(status);
  useEffect(() => {
    if (settled === status) return;
    const timer = setTimeout(() => setSettled(status), SECOND_PRESS);
    return () => clearTimeout(timer);
  }, [settled, status]);
  return settled === status;
}

/** What became of the period of a completed order. */
function PeriodNote({ order }: { order: ListedOrder }) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  const state = periodState(order);
  if (state === 'none') return null;
  return <small>{t(PERIOD_TEXT[state], { day: day(order.tariff_end_date ?? '') })}</small>;
}

/** The next step, or the period of a completed order, and the delete button. */
export function OrderOptions({ order, state, onAdvance, onRemove }: OrderRowProps) {
  const { t } = useTranslation('adminLists');
  const removeButton = useRef<HTMLButtonElement>(null);
  const next = NEXT_STEP[order.status];
  const step = next && stepName(order, next);
  const isSettled = useIsSettled(order.status);
  const code = formatOrderCode(order.order_code);

  // The last step's button is unmounted: move its focus to the delete button.
  const isPressed = useRef(false);
  useEffect(() => {
    if (!next && isPressed.current) removeButton.current?.focus();
    isPressed.current = false;
  }, [next]);

  function handleStep() {
    isPressed.current = true;
    onAdvance(order);
  }
  if (state.isRemoved) return null;
  return (
    <div className={styles.options}>
      {step ? (
        <Button
          size="small"
          isBusy={state.isSending ?? false}
          isPaused={!isSettled}
          busyText={t(`orders.busy.${step}`)}
          aria-label={t('orders.stepOf', { step: t(`orders.step.${step}`), code })}
          onClick={handleStep}
        >
          {t(`orders.step.${step}`)}
        </Button>
      ) : (
        <PeriodNote order={order} />
      )}
      <IconButton
        ref={removeButton}
        icon="trash"
        isDanger
        label={t('orders.removeOf', { code })}
        isPaused={state.isSending}
        onClick={() => onRemove(order)}
      />
    </div>
  );
}

/** The parts of a row that the table and the cards arrange. */
export function useOrderParts(row: OrderRowProps) {
  const { t } = useTranslation('adminLists');
  const { day, money, number } = useFormat();
  const { order, position, state } = row;
  return {
    look: lookOf(row),
    position: number(position),
    code: <span className={table.code}>{formatOrderCode(order.order_code)}</span>,
    created: day(order.created_at),
    customer: <OrderCustomer order={order} />,
    change: <TariffChange order={order} />,
    months: t('orders.months', { count: order.payment_months }),
    amount: money(order.amount_due, 'USD'),
    status: <StatusBadge order={order} isGone={state.isRemoved} />,
    options: <OrderOptions {...row} />,
    error: state.error,
  };
}
