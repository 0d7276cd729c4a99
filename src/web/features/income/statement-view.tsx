import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATEMENT_BYTES, STATEMENT_CONFIRMED_MAX } from '#contract/limits.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { confirmStatement, createStatement, type Statement, type StatementLine } from '#contract/statements.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './statement.module.css';
import { type ColumnAnswers, StatementColumns } from './statement-columns.tsx';
import { StatementFile } from './statement-file.tsx';
import { type Chosen, StatementLines } from './statement-lines.tsx';
import { lineFor } from './statement-order.tsx';
import { UndoLine } from './undo-line.tsx';

const matchedOf = ({ lines }: Statement): Chosen => new Map(lines.filter(({ group }) => group === 'matched').map(({ line }) => [line, '']));

const queryOf = ({ columns, ...others }: ColumnAnswers) => ({ ...others, ...(columns && { columns: columns.join(',') }) });

function useStatement() {
  const { t } = useTranslation('adminIncome');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { isSending, failure, submit, showFailure } = useSubmit();
  const [file, setFile] = useState<File>();
  const [statement, setStatement] = useState<Statement>();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [orders, setOrders] = useState<ReadonlyMap<number, ListedOrder>>(new Map());
  const lines = (statement?.lines ?? []).map((line) => {
    const order = line.group === 'known' ? undefined : orders.get(line.line);
    return order ? lineFor(line, order) : line;
  });

  function show(next: Statement) {
    setStatement(next);
    setChosen(matchedOf(next));
    setOrders(new Map());
  }

  /** Takes another order for a line, and ticks the line. */
  function chooseOrder({ line }: StatementLine, order: ListedOrder) {
    setOrders(new Map(orders).set(line, order));
    setChosen(new Map(chosen).set(line, chosen.get(line) ?? ''));
  }

  const read = (next: File, answers: ColumnAnswers = {}) =>
    submit(async () => {
      if (next.size > STATEMENT_BYTES) {
        showFailure({ success: false, code: 'statementsApi.413', status: 413, message: '' });
        return undefined;
      }
      setFile(next);
      const result = await call(createStatement, { image: next, query: queryOf(answers) });
      if (result.success) show(result.data);
      return result;
    });

  /** Lines that are recorded now are not ticked any more. */
  function update(next: Statement) {
    setStatement(next);
    const recorded = new Set(next.lines.filter(({ group }) => group === 'known').map(({ line }) => line));
    setChosen(new Map([...chosen].filter(([line]) => !recorded.has(line))));
  }

  const reloadLists = () =>
    Promise.all([keys.income, keys.orders, keys.overview].map((queryKey) => client.invalidateQueries({ queryKey })));

  /** In parts, so that what was recorded stays recorded if the connection breaks. */
  const confirm = () =>
    submit(async () => {
      if (!statement) return undefined;
      const sent = lines
        .filter(({ line }) => chosen.has(line))
        .map(({ line, order_code }) => ({ line, order_code, reason: chosen.get(line) || null }));
      let recorded = 0;
      const failures: string[] = [];
      for (let at = 0; at < sent.length; at += STATEMENT_CONFIRMED_MAX) {
        const body = { lines: sent.slice(at, at + STATEMENT_CONFIRMED_MAX) };
        const result = await call(confirmStatement, { params: { statementId: statement.id }, body });
        if (!result.success) return result;
        recorded += result.recorded;
        failures.push(...result.failed.map(({ code }) => code));
        show(result.data);
      }
      const [first] = failures;
      if (first) showToast({ text: t('statement.failed', { count: failures.length, reason: errorText(first) }), isFailure: true });
      else showToast({ text: t('statement.done', { count: recorded }) });
      await reloadLists();
      return undefined;
    });

  return { file, statement, update, lines, chosen, setChosen, chooseOrder, read, confirm, reloadLists, isSending, failure };
}

/** A bank statement: its file, its columns, and what each line may be. */
export function StatementView({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('adminIncome');
  const { file, statement, lines, chosen, setChosen, chooseOrder, read, confirm, isSending, failure, ...others } = useStatement();
  const [undoing, setUndoing] = useState<StatementLine>();
  return (
    <section aria-labelledby="statement-title">
      <div className={styles.head}>
        <h1 id="statement-title">{t('statement.title')}</h1>
        <Button look="quiet" onClick={onClose}>
          {t('statement.close')}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      <Sheet className={styles.file}>
        <StatementFile name={statement?.file_name} isBusy={isSending} onChoose={(next) => void read(next)} />
        {statement && file && (
          <StatementColumns key={statement.id} statement={statement} isBusy={isSending} onRead={(answers) => void read(file, answers)} />
        )}
      </Sheet>
      {statement?.is_answered && (
        <>
          <Sheet isBare className={styles.statement}>
            <StatementLines lines={lines} chosen={chosen} onChoose={setChosen} onOrder={chooseOrder} onUndo={setUndoing} />
            <ConfirmBar lines={lines.filter(({ line }) => chosen.has(line))} isBusy={isSending} onConfirm={() => void confirm()} />
          </Sheet>
          <UndoLine
            statementId={statement.id}
            line={undoing}
            onStatement={others.update}
            onDone={() => void others.reloadLists()}
            onClose={() => setUndoing(undefined)}
          />
        </>
      )}
    </section>
  );
}

interface ConfirmBarProps {
  lines: readonly StatementLine[];
  isBusy: boolean;
  onConfirm: () => void;
}

/** How many payments are recorded, and how much money they are. */
function ConfirmBar({ lines, isBusy, onConfirm }: ConfirmBarProps) {
  const { t } = useTranslation('adminIncome');
  const { money } = useFormat();
  const sums = new Map<string, number>();
  for (const { currency, amount } of lines) if (currency) sums.set(currency, (sums.get(currency) ?? 0) + Math.round((amount ?? 0) * 100));
  const text = [...sums].map(([currency, cents]) => money(cents / 100, currency)).join(' + ');
  return (
    <div className={styles.bar}>
      {lines.length === 0 ? (
        <p>{t('statement.nothing')}</p>
      ) : (
        <Button isBusy={isBusy} busyText={t('statement.busy')} onClick={onConfirm}>
          {t('statement.confirm', { count: lines.length, sum: text })}
        </Button>
      )}
    </div>
  );
}
