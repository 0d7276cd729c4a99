import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { STATEMENT_GROUPS, type StatementGroup, type StatementLine } from '#contract/statements.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
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
  const areAll = lines.every(({ line }) => chosen.has(line));
  function change(changed: readonly StatementLine[], reason: string | undefined) {
    const next = new Map(chosen);
    for (const { line } of changed) {
      if (reason === undefined) next.delete(line);
      else next.set(line, reason);
    }
    onChoose(next);
  }
  return (
    <section data-group={group}>
      <div className={styles.band}>
        <h2>
          {t(`statement.groups.${group}`)} <small>{lines.length}</small>
        </h2>
        {group === 'matched' && lines.length > 1 && (
          <CheckField
            label={t('statement.all', { count: lines.length })}
            checked={areAll}
            onChange={() => change(lines, areAll ? undefined : '')}
          />
        )}
      </div>
      <ul className={styles.lines}>
        {lines.slice(0, shown).map((line) => (
          <Line
            key={line.line}
            line={line}
            reason={chosen.get(line.line)}
            onChange={canChoose ? (reason) => change([line], reason) : undefined}
            onOrder={(order) => onOrder(line, order)}
            onUndo={() => onUndo(line)}
          />
        ))}
      </ul>
      {lines.length > shown && (
        <Button className={styles.more} look="plain" onClick={() => setShown(shown + SHOWN)}>
          {t('statement.more')}
        </Button>
      )}
    </section>
  );
}

/** The purpose of a line, with the order code in it marked. */
function Purpose({ text, code }: { text: string; code: string | null }) {
  const found = code && new RegExp([...code].join('[\\s-]*'), 'i').exec(text);
  if (!found) return <small>{text}</small>;
  const end = found.index + found[0].length;
  return (
    <small>
      {text.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {text.slice(end)}
    </small>
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
  const { paid_on, currency, payer, purpose, order_code: code, email, missing, group } = line;
  const amount = line.amount !== null && currency ? money(line.amount, currency) : '';
  const shownDay = paid_on ? day(paid_on) : t('statement.line', { value: line.line });
  const title = [shownDay, amount].filter(Boolean).join(', ');
  const needsReason = (line.amount ?? 0) < 0;
  return (
    <li>
      <div className={styles.day}>
        {onChange ? (
          <CheckField
            aria-label={title}
            label={shownDay}
            checked={reason !== undefined}
            onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
          />
        ) : (
          shownDay
        )}
      </div>
      <div className={styles.bank}>
        {payer}
        <Purpose text={purpose} code={code} />
      </div>
      <b className={styles.amount}>{amount}</b>
      <div className={styles.own}>
        {code && (
          <div>
            <b>{formatOrderCode(code)}</b>
            {email && <small>{email}</small>}
          </div>
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
        {onChange && group !== 'matched' && <OrderSearch line={line} onChoose={onOrder} />}
        {line.income_id !== null && (
          <button type="button" className="link-button" aria-label={t('statement.undo.of', { line: title })} onClick={onUndo}>
            {t('statement.undo.button')}
          </button>
        )}
      </div>
      <div className={styles.why}>
        {group === 'matched' && <Badge state="go">{t('statement.matched')}</Badge>}
        {line.reason && t(`statement.reasons.${line.reason}`, { missing: missing !== null && currency ? money(missing, currency) : '' })}
      </div>
    </li>
  );
}
