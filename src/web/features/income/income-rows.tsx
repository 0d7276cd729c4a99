import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Income } from '#contract/income.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { ordersPath } from '../../admin/admin-paths.ts';
import { RowList } from '../../admin/row-list.tsx';
import table from '../../admin/table.module.css';
import { UserLink } from '../../admin/user-link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './income.module.css';

interface RowActions {
  onRefund: (row: Income) => void;
  onCorrect: (row: Income) => void;
}

/** Who paid, and for what; the reason of a refund or a correction. */
function Payer({ row: { kind, payer, purpose, reason, is_corrected } }: { row: Income }) {
  const { t } = useTranslation('adminIncome');
  const name = payer ?? t('noPayer');
  return (
    <span className={styles.payer}>
      <span className={payer === null ? styles.soft : undefined}>
        {kind === 'payment' ? name : t(kind === 'refund' ? 'refundOf' : 'correctionOf', { payer: name })}
      </span>
      {purpose && <small>{purpose}</small>}
      {reason && <small>{reason}</small>}
      {is_corrected && <small className={styles.corrected}>{t('corrected')}</small>}
    </span>
  );
}

function OrderOf({ row: { order_code, user_id, email } }: { row: Income }) {
  const { t } = useTranslation('adminIncome');
  const code = order_code && formatOrderCode(order_code);
  return (
    <span className={styles.order}>
      {order_code && code ? (
        <Link className={table.code} to={ordersPath(order_code)} aria-label={t('orderOf', { code })}>
          {code}
        </Link>
      ) : (
        <span className={styles.soft}>{t('noOrder')}</span>
      )}
      {user_id !== null && (
        <small>
          <UserLink userId={user_id}>{email}</UserLink>
        </small>
      )}
    </span>
  );
}

function Actions({ row, onRefund, onCorrect }: RowActions & { row: Income }) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  const names = { day: day(row.paid_on), amount: money(row.amount, row.currency) };
  if (row.is_corrected || row.kind === 'correction') return null;
  return (
    <span className={styles.buttons}>
      {row.kind === 'payment' && <IconButton icon="back" label={t('refundRow', names)} onClick={() => onRefund(row)} />}
      <IconButton icon="edit" label={t('correctRow', names)} onClick={() => onCorrect(row)} />
    </span>
  );
}

interface IncomeRowsProps extends RowActions {
  rows: readonly Income[];
  isNarrow: boolean;
}

export function IncomeRows({ rows, isNarrow, ...actions }: IncomeRowsProps) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  const dollars = (row: Income) => (row.dollars === null ? '–' : money(row.dollars, 'USD'));
  const amount = (row: Income) => <b>{money(row.change, row.currency)}</b>;
  return (
    <RowList
      title={t('title')}
      rows={rows}
      keyOf={({ id }) => id}
      isNarrow={isNarrow}
      className={styles.row}
      lookOf={({ kind, is_corrected }) => (is_corrected ? 'corrected' : kind)}
      columns={[
        { title: t('columns.paidOn'), className: styles.day, cell: (row) => day(row.paid_on) },
        { title: t('columns.payer'), cell: (row) => <Payer row={row} /> },
        { title: t('columns.order'), cell: (row) => <OrderOf row={row} /> },
        { title: t('columns.source'), cell: (row) => t(`sources.${row.source}`) },
        { title: t('columns.dollars'), className: table.number, cell: dollars },
        { title: t('columns.amount'), className: `${table.number} ${styles.amount}`, cell: amount },
        { title: t('columns.options'), className: table.options, cell: (row) => <Actions row={row} {...actions} /> },
      ]}
      card={(row) => (
        <>
          <p className={styles.day}>
            {day(row.paid_on)}, {t(`sources.${row.source}`)}
          </p>
          <p className={styles.amount}>{amount(row)}</p>
          <p className={styles.wide}>
            <Payer row={row} />
          </p>
          <p>
            <OrderOf row={row} />
          </p>
          <Actions row={row} {...actions} />
        </>
      )}
    />
  );
}
