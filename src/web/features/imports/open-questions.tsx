import { useTranslation } from 'react-i18next';
import { ASKED_DAY_ORDERS, DECIMALS, type ImportTable, type TableAnswers } from '#contract/tables.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './import.module.css';

export interface TableAnswersProps {
  table: ImportTable;
  answers: TableAnswers;
  onChange: (part: TableAnswers) => void;
}

/** What the dates and numbers of a table do not say themselves, each with three rows of it. */
export function OpenQuestions({ table, answers, onChange }: TableAnswersProps) {
  const { t } = useTranslation('imports');
  const { day, number } = useFormat();
  const { openDays, openNumbers } = table;
  return (
    <>
      {openDays.length > 0 && (
        <Question
          name="dayOrder"
          title={t('questions.dayOrder')}
          rows={openDays}
          value={answers.dayOrder}
          options={ASKED_DAY_ORDERS.map((order) => ({
            value: order,
            label: t(`questions.${order}`, { examples: openDays.map((row) => day(row[order])).join(', ') }),
          }))}
          onChange={(dayOrder) => onChange({ dayOrder })}
        />
      )}
      {openNumbers.length > 0 && (
        <Question
          name="decimal"
          title={t('questions.decimal')}
          rows={openNumbers}
          value={answers.decimal}
          options={DECIMALS.map((sign) => ({
            value: sign,
            label: openNumbers
              .map((row) => number(sign === ',' ? row.comma : row.point, { minimumFractionDigits: 2, maximumFractionDigits: 3 }))
              .join('; '),
          }))}
          onChange={(decimal) => onChange({ decimal })}
        />
      )}
    </>
  );
}

interface QuestionProps<Value extends string> {
  name: string;
  title: string;
  rows: readonly { line: number; text: string }[];
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Question<Value extends string>({ name, title, rows, value, options, onChange }: QuestionProps<Value>) {
  const { t } = useTranslation('imports');
  return (
    <fieldset className={`${styles.part} ${styles.question}`}>
      <legend>{title}</legend>
      <table className={styles.refused}>
        <thead>
          <tr>
            <th scope="col">{t('refused.line')}</th>
            <th scope="col">{t('refused.content')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, text }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
