import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { STATEMENT_GROUPS, type StatementGroup, type StatementLine } from '#contract/statements.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './statement.module.css';
import { OrderSearch } from './statement-order.tsx';

/** Lines that are chosen, by their number, with a reason if one was typed. */
export type Chosen = ReadonlyMap<number, string>;

interface LinesProps {
  lines: readonly StatementLine[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** Another order for a line. */
  onOrder: (line: StatementLine, order: ListedOrder) => void;
  /** Takes a recorded line back. */
  onUndo: (line: StatementLine) => void;
}

/** What was recorded last is first: a mistake is noticed soon. */
const lastFirst = (one: StatementLine, other: StatementLine): number => (other.income_id ?? 0) - (one.income_id ?? 0);

/** The lines by what they are; nothing that is not ticked is recorded. */
export const StatementLines = ({ lines, ...props }: LinesProps) =>
  STATEMENT_GROUPS.map((group) => {
    const found = lines.filter((line) => line.group === group);
    const own = group === 'known' ? found.sort(lastFirst) : found;
    return own.length > 0 && <Group key={group} group={group} lines={own} {...props} />;
  });

/** Lines that are shown at once. */
const SHOWN = 50;

function Group({ group, lines, chosen, onChoose, onOrder, onUndo }: LinesProps & { group: StatementGroup }) {
  const { t } = useTranslation('adminIncome');
  const [shown, setShown] = useState(SHOWN);
  const canChoose = group !== 'known' && group !== 'refused';
  function change(line: number, reason: string | undefined) {
    const next = new Map(chosen);
    if (reason === undefined) next.delete(line);
    else next.set(line, reason);
    onChoose(next);
  }
  return (
    <section className={styles.group}>
      <h2>
        {t(`statement.groups.${group}`)} <small>{lines.length}</small>
      </h2>
      <Sheet isBare>
        <ul className={styles.lines}>
          {lines.slice(0, shown).map((line) => (
            <Line
              key={line.line}
              line={line}
              reason={chosen.get(line.line)}
              onChange={canChoose ? (reason) => change(line.line, reason) : undefined}
              onOrder={(order) => onOrder(line, order)}
              onUndo={() => onUndo(line)}
            />
          ))}
        </ul>
      </Sheet>
      {lines.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + SHOWN)}>
          {t('statement.more')}
        </Button>
      )}
    </section>
  );
}

interface LineProps {
  line: StatementLine;
  /** undefined while the line is not chosen. */
  reason: string | undefined;
  /** undefined for a line that cannot be recorded. */
  onChange: ((reason: string | undefined) => void) | undefined;
  onOrder: (order: ListedOrder) => void;
  onUndo: () => void;
}

/** What the bank says, and what it may be. */
function Line({ line, reason, onChange, onOrder, onUndo }: LineProps) {
  const { t } = useTranslation('adminIncome');
  const { day, money } = useFormat();
  const { paid_on, amount, currency, payer, purpose, order_code: code, email, missing } = line;
  const title = [paid_on && day(paid_on), amount !== null && currency && money(amount, currency)].filter(Boolean).join(', ');
  const needsReason = (amount ?? 0) < 0;
  return (
    <li>
      <div className={styles.bank}>
        {onChange ? (
          <CheckField
            label={title}
            checked={reason !== undefined}
            onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
          />
        ) : (
          <b>{title || t('statement.line', { value: line.line })}</b>
        )}
        <p>{[payer, purpose].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.own}>
        {code && (
          <b>
            {formatOrderCode(code)}
            {email && <small>{email}</small>}
          </b>
        )}
        {line.reason && (
          <p>{t(`statement.reasons.${line.reason}`, { missing: missing !== null && currency ? money(missing, currency) : '' })}</p>
        )}
        {onChange && reason !== undefined && (needsReason || line.reason === 'short') && (
          <TextField
            label={t('form.reason')}
            isOptional={!needsReason}
            help={needsReason ? undefined : t('statement.reasonHelp')}
            value={reason}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
        {onChange && line.group !== 'matched' && <OrderSearch line={line} onChoose={onOrder} />}
        {line.income_id !== null && (
          <button type="button" className="link-button" aria-label={t('statement.undo.of', { line: title })} onClick={onUndo}>
            {t('statement.undo.button')}
          </button>
        )}
      </div>
    </li>
  );
}
