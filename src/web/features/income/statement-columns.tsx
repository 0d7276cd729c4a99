import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATEMENT_FIELDS, type Statement, type StatementField } from '#contract/statements.ts';
import { CURRENCIES, type Currency } from '#contract/tariffs.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './statement.module.css';

export interface ColumnAnswers {
  columns?: (StatementField | '')[];
  day_order?: 'dmy' | 'mdy';
  decimal?: ',' | '.';
  currency?: Currency;
}

interface StatementColumnsProps {
  statement: Statement;
  isBusy: boolean;
  onRead: (answers: ColumnAnswers) => void;
}

/** What the columns are, and how dates and numbers are read that can be read in two ways. Kept for the next file of this bank. */
export function StatementColumns({ statement, isBusy, onRead }: StatementColumnsProps) {
  const { t } = useTranslation('adminIncome');
  const { columns, open_days: days, open_numbers: numbers, is_answered: isAnswered } = statement;
  const [isOpen, setOpen] = useState(!isAnswered);
  const [fields, setFields] = useState(columns.map(({ field }) => field ?? ('' as const)));
  const [dayOrder, setDayOrder] = useState(statement.day_order ?? 'dmy');
  const [decimal, setDecimal] = useState(statement.decimal ?? ',');
  const [currency, setCurrency] = useState(statement.currency);

  if (!isOpen)
    return (
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t('statement.columns')}
      </button>
    );
  function submit(event: FormEvent) {
    event.preventDefault();
    onRead({ columns: fields, day_order: dayOrder, decimal, currency });
  }
  const choose = (at: number, field: StatementField | '') =>
    setFields(fields.map((old, n) => (n === at ? field : old === field ? '' : old)));
  const choices = [{ value: '', label: t('statement.fields.none') }].concat(
    STATEMENT_FIELDS.map((value) => ({ value, label: t(`statement.fields.${value}`) })),
  );
  return (
    <form className="form" onSubmit={submit}>
      <p>{t('statement.columnsLead')}</p>
      <div className={styles.columns}>
        {columns.map(({ title, examples }, n) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and the columns of a file do not move
            key={n}
            label={title}
            help={examples.join(' · ')}
            choices={choices}
            value={fields[n] ?? ''}
            onChange={(event) => choose(n, event.currentTarget.value as StatementField | '')}
          />
        ))}
        <SelectField
          label={t('statement.currency')}
          choices={CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value as Currency)}
        />
        {days[0] && (
          <SelectField
            label={t('statement.day', { text: days[0].text })}
            choices={[
              { value: 'dmy', label: days[0].dmy },
              { value: 'mdy', label: days[0].mdy },
            ]}
            value={dayOrder}
            onChange={(event) => setDayOrder(event.currentTarget.value as 'dmy' | 'mdy')}
          />
        )}
        {numbers[0] && (
          <SelectField
            label={t('statement.number', { text: numbers[0].text })}
            choices={[
              { value: ',', label: String(numbers[0].comma) },
              { value: '.', label: String(numbers[0].point) },
            ]}
            value={decimal}
            onChange={(event) => setDecimal(event.currentTarget.value as ',' | '.')}
          />
        )}
      </div>
      <Button type="submit" isBusy={isBusy} busyText={t('statement.reading')}>
        {t('statement.read')}
      </Button>
    </form>
  );
}
