import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { RowList } from '../../admin/row-list.tsx';
import table from '../../admin/table.module.css';
import { UserLink, WriteLink } from '../../admin/user-link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './admin-orders.module.css';
import { type PeriodState, periodState, shownStatus, stepName } from './order-effect.ts';
import { hasHistory, OrderHistory } from './order-remarks.tsx';
import { UndoActivationLink } from './undo-activation.tsx';
import { useIsUnchanged } from './use-is-unchanged.ts';
import { NEXT_STEP, type RowState } from './use-order-actions.ts';

export interface OrderRowProps {
  order: ListedOrder;
  /** Position in the list, starting at 1. */
  position: number;
  state: RowState;
  /** False shortly after the rows have moved; the next step then ignores clicks. */
  isSettled: boolean;
  onAdvance: (order: ListedOrder) => void;
  onRemove: (order: ListedOrder) => void;
  onUndo: (order: ListedOrder) => void;
  onUndoActivation: (order: ListedOrder) => void;
  onNote: (order: ListedOrder) => void;
  /** Records a payment of another amount or day. */
  onPay: (order: ListedOrder) => void;
}

/** Look of a row: its order status, unless a change is pending, failed or removed it. */
const lookOf = ({ order, state }: OrderRowProps): string =>
  state.isRemoved || order.closed ? 'deleted' : state.error ? 'rejected' : state.isSending ? 'sending' : order.status;

const STAMP = { processing: 'wait', confirmed: 'go', completed: 'done', closed: 'done' } as const;

const PERIOD_TEXT = { running: 'orders.until', replaced: 'orders.replaced', over: 'orders.over' } as const satisfies Record<
  Exclude<PeriodState, 'none'>,
  string
>;

/** How and when the order was closed. */
function ClosedStatus({ as, at }: NonNullable<ListedOrder['closed']>) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  return (
    <span className={styles.status}>
      <Badge state="done">{t(`orders.closedAs.${as}`)}</Badge>
      <small>{t('orders.closedOn', { day: day(at) })}</small>
    </span>
  );
}

/** The status, when the payment was confirmed, and the button that undoes it until the tariff starts. */
export function OrderStatus(row: OrderRowProps) {
  return row.order.closed ? <ClosedStatus {...row.order.closed} /> : <OpenStatus {...row} />;
}

function OpenStatus({ order, state, onUndo, onUndoActivation, onPay }: OrderRowProps) {
  const { t } = useTranslation('adminLists');
  const { day, moment } = useFormat();
  const status = shownStatus(order);
  const { confirmed_at, completes_at, is_card_paid, order_code, user_id } = order;
  const isGone = state.isRemoved;
  const canUndo = order.status === 'confirmed' && !is_card_paid && order.user_id !== null && !isGone;
  return (
    <span className={styles.status}>
      <Badge state={isGone ? 'done' : STAMP[status]}>{t(isGone ? 'orders.deleted' : `orders.status.${status}`)}</Badge>
      {order.status === 'processing' && !isGone && (
        <small>
          <button
            type="button"
            className={`link-button ${styles.undo}`}
            aria-label={t('orders.pay.open', { code: formatOrderCode(order_code) })}
            aria-disabled={state.isSending || undefined}
            onClick={() => !state.isSending && onPay(order)}
          >
            {t('orders.pay.button')}
          </button>
        </small>
      )}
      {confirmed_at !== null && (
        <small>
          {t(is_card_paid ? 'orders.cardPaid' : 'orders.confirmedOn', { day: day(confirmed_at) })}{' '}
          {canUndo && (
            <button
              type="button"
              className={`link-button ${styles.undo}`}
              aria-label={t('orders.undo.of', { code: formatOrderCode(order_code) })}
              aria-disabled={state.isSending || undefined}
              onClick={() => !state.isSending && onUndo(order)}
            >
              {t('orders.undo.button')}
            </button>
          )}
        </small>
      )}
      {!isGone && <UndoActivationLink order={order} onOpen={onUndoActivation} />}
      {completes_at !== null && user_id !== null && !isGone && <small>{t('orders.completesAt', { moment: moment(completes_at) })}</small>}
    </span>
  );
}

/** From the tariff that was in force when the order was placed. */
function TariffChange({ order }: { order: ListedOrder }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const [from, to] = [t(`tariffs:names.${order.tariff_from}`), t(`tariffs:names.${order.tariff_change}`)];
  return (
    <span className={styles.change}>
      <span className="visually-hidden">{t('orders.changeOf', { from, to })}</span>
      <span aria-hidden="true">{from}</span>
      <Icon name="arrow" size="small" />
      <span aria-hidden="true">{to}</span>
    </span>
  );
}

/** The user, or a note if the account was deleted: orders are kept for accounting. */
function OrderCustomer({ order }: { order: ListedOrder }) {
  const { t } = useTranslation('adminLists');
  if (order.user_id === null) return <span className={styles.soft}>{t('orders.deletedUser')}</span>;
  return (
    <>
      <span className={styles.email}>
        <UserLink userId={order.user_id}>{order.email}</UserLink>
      </span>
      <small>
        {t('orders.userId', { value: order.user_id })}{' '}
        {order.status === 'processing' && (
          <WriteLink
            className={styles.undo}
            userId={order.user_id}
            label={t('orders.write.of', { code: formatOrderCode(order.order_code) })}
          >
            {t('orders.write.button')}
          </WriteLink>
        )}
      </small>
    </>
  );
}

/** What became of the period of a completed order. */
function PeriodNote({ order }: { order: ListedOrder }) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  const state = periodState(order);
  if (state === 'none') return null;
  return <small>{t(PERIOD_TEXT[state], { day: day(order.tariff_end_date ?? '') })}</small>;
}

export const stepButtonId = (code: string): string => `step-${code}`;

/** A key that is held down presses a button repeatedly. */
const ignoreRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault();

/** The next step, or the period of a completed order, and the delete button. */
export function OrderOptions({ order, state, isSettled: isPlaceSettled, onAdvance, onRemove, onNote }: OrderRowProps) {
  const { t } = useTranslation('adminLists');
  const removeButton = useRef<HTMLButtonElement>(null);
  const next = NEXT_STEP[order.status];
  const step = next && stepName(order, next);
  const isSettled = useIsUnchanged(order.status) && isPlaceSettled;
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
  if (state.isRemoved || order.closed) return null;
  return (
    <div className={styles.options}>
      {step ? (
        <Button
          id={stepButtonId(order.order_code)}
          size="small"
          isBusy={state.isSending ?? false}
          isPaused={!isSettled}
          busyText={t(`orders.busy.${step}`)}
          aria-label={t('orders.stepOf', { step: t(`orders.step.${step}`), code })}
          onKeyDown={ignoreRepeat}
          onClick={handleStep}
        >
          {t(`orders.step.${step}`)}
        </Button>
      ) : (
        <PeriodNote order={order} />
      )}
      <IconButton icon="note" label={t('orders.note.edit', { code })} isPaused={state.isSending} onClick={() => onNote(order)} />
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

const noteOf = ({ order, state }: OrderRowProps): string => (state.isRemoved ? '' : order.note);

function OrderNote({ children }: { children: string }) {
  const { t } = useTranslation('adminLists');
  return (
    <p className={styles.note}>
      <Icon name="note" size="small" /> <span className="visually-hidden">{t('orders.note.of')}: </span>
      <span>{children}</span>
    </p>
  );
}

const OrderError = ({ children }: { children: string }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
);

export function AdminOrderRows({ rows, isNarrow }: { rows: readonly OrderRowProps[]; isNarrow: boolean }) {
  const { t } = useTranslation('adminLists');
  const { day, money, number } = useFormat();
  const code = ({ order }: OrderRowProps) => <span className={table.code}>{formatOrderCode(order.order_code)}</span>;
  const months = ({ order }: OrderRowProps) => t('orders.months', { count: order.payment_months });
  const amount = ({ order }: OrderRowProps) => money(order.amount_due, 'USD');
  const transfer = ({ order: { transfer_amount: sum, transfer_currency: currency } }: OrderRowProps) =>
    sum !== null &&
    currency !== null && (
      <small>
        <span className="visually-hidden">{t('orders.transfer')}</span> {money(sum, currency)}
      </small>
    );
  const created = ({ order }: OrderRowProps) => day(order.created_at);
  const note = (row: OrderRowProps) => noteOf(row) && <OrderNote>{noteOf(row)}</OrderNote>;
  const history = ({ order }: OrderRowProps) => hasHistory(order) && <OrderHistory order={order} />;
  const error = ({ state }: OrderRowProps) => state.error && <OrderError>{state.error}</OrderError>;
  return (
    <RowList
      title={t('orders.title')}
      rows={rows}
      keyOf={({ order }) => order.order_code}
      isNarrow={isNarrow}
      className={styles.row}
      lookOf={lookOf}
      columns={[
        { title: t('orders.columns.position'), className: `${table.number} ${table.position}`, cell: (row) => number(row.position) },
        { title: t('orders.columns.user'), cell: (row) => <OrderCustomer order={row.order} /> },
        {
          title: t('orders.columns.code'),
          className: styles.struck,
          cell: (row) => (
            <>
              {code(row)}
              <small>{created(row)}</small>
            </>
          ),
        },
        { title: t('orders.columns.term'), className: table.number, cell: months },
        {
          title: t('orders.columns.due'),
          className: `${table.number} ${styles.struck}`,
          cell: (row) => (
            <>
              {amount(row)} {transfer(row)}
            </>
          ),
        },
        { title: t('orders.columns.change'), cell: (row) => <TariffChange order={row.order} /> },
        { title: t('orders.columns.status'), cell: (row) => <OrderStatus {...row} /> },
        { title: t('orders.columns.options'), className: table.options, cell: (row) => <OrderOptions {...row} /> },
      ]}
      remarks={(row) =>
        (note(row) || hasHistory(row.order) || row.state.error) && (
          <>
            {history(row)}
            {note(row)}
            {error(row)}
          </>
        )
      }
      card={(row) => (
        <>
          <p className={styles.order}>
            {code(row)}
            <small>
              {t('orders.numbered', { value: number(row.position) })}, {created(row)}
            </small>
          </p>
          <OrderStatus {...row} />
          <p className={styles.customer}>
            <OrderCustomer order={row.order} />
          </p>
          <p className={styles.sum}>
            <TariffChange order={row.order} />
            <span>
              <b>{amount(row)}</b> {t('orders.forMonths', { months: months(row) })} {transfer(row)}
            </span>
          </p>
          {history(row)}
          {note(row)}
          <OrderOptions {...row} />
          {error(row)}
        </>
      )}
    />
  );
}
