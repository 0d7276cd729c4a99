import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { type ImportPreview, readTableAgain } from '#contract/imports.ts';
import { ENCODINGS, type ImportTable, TABLE_FIELDS, TABLE_VOLUME_UNITS, type TableAnswers, type TableField } from '#contract/tables.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './import.module.css';
import { keepImport } from './imports.queries.ts';
import { OpenQuestions, type TableAnswersProps } from './open-questions.tsx';
import { StepTitle } from './step-title.tsx';
import { useRenewImports } from './use-renew-imports.ts';
import { useSourceName } from './use-source-name.ts';

interface ImportColumnsProps {
  preview: ImportPreview;
  table: ImportTable;
  /** The answers leave no question open. */
  onAnswered: () => void;
  onOther: () => void;
}

const answersOf = ({ columns, kind, encoding, volumeUnit, dayOrder, decimal }: ImportTable): TableAnswers => ({
  ...(columns.length > 0 ? { fields: columns.map(({ field }) => field) } : {}),
  ...{ kind, encoding, volumeUnit: volumeUnit ?? undefined, dayOrder: dayOrder ?? undefined, decimal: decimal ?? undefined },
});

/** What is still to be answered. */
function hintOf({ openDays, openNumbers }: ImportTable, { fields, dayOrder, decimal }: TableAnswers): 'noDay' | 'open' | undefined {
  if (fields && !fields.includes('performedOn')) return 'noDay';
  const isOpen = (openDays.length > 0 && !dayOrder) || (openNumbers.length > 0 && !decimal);
  return isOpen ? 'open' : undefined;
}

/** What the columns of a table are, and how it is to be read where it does not say it itself. */
export function ImportColumns({ preview, table, onAnswered, onOther }: ImportColumnsProps) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit();
  const renew = useRenewImports();
  const sourceName = useSourceName();
  const [answers, setAnswers] = useState(() => answersOf(table));
  const change = (part: TableAnswers) => setAnswers((before) => ({ ...before, ...part }));
  const hint = hintOf(table, answers);

  const send = (sent: TableAnswers) =>
    submit(async () => {
      const result = await call(readTableAgain, { params: { importId: preview.id }, body: sent });
      if (!result.success) return renew(result);
      keepImport(client, result.data);
      if (result.data.table?.isAnswered) onAnswered();
      return result;
    });

  return (
    <Sheet isBare data-step>
      <div className={styles.part}>
        <div className={styles.line}>
          <div>
            <StepTitle>{table.columns.length > 0 ? t('columns.title') : sourceName(preview.source)}</StepTitle>
            <p className={styles.help}>{preview.fileName}</p>
          </div>
          <Button look="quiet" onClick={onOther}>
            {t('check.other')}
          </Button>
        </div>
        <ColumnFields table={table} answers={answers} onChange={change} />
        <TableFields table={table} answers={answers} onChange={change} onEncoding={(encoding) => void send({ encoding })} />
      </div>
      <OpenQuestions table={table} answers={answers} onChange={change} />
      <div className={styles.part}>
        <FailureNotice failure={failure} />
        {hint && <p className={styles.help}>{t(`columns.${hint}`)}</p>}
        <Button isBusy={isSending} busyText={t('file.reading')} disabled={hint !== undefined} onClick={() => void send(answers)}>
          {t('columns.next')}
        </Button>
        {table.columns.length > 0 && <p className={styles.help}>{t('columns.kept')}</p>}
      </div>
    </Sheet>
  );
}

function ColumnFields({ table, answers, onChange }: TableAnswersProps) {
  const { t } = useTranslation('imports');
  const choices = [
    { value: '', label: t('columns.none') },
    ...TABLE_FIELDS.map((field) => ({ value: field, label: t(`fields.${field}`) })),
  ];
  /** A field is that of one column. */
  const move = (column: number, chosen: TableField | null) =>
    onChange({ fields: answers.fields?.map((field, n) => (n === column ? chosen : field === chosen ? null : field)) });
  return (
    <ul className={styles.columns}>
      {table.columns.map(({ title, examples }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key, and keep their places
        <li key={n}>
          <SelectField
            label={t('columns.column', { title: title || String(n + 1) })}
            help={examples.join('; ') || t('columns.empty')}
            choices={choices}
            value={answers.fields?.[n] ?? ''}
            onChange={({ target: { value } }) => move(n, (value || null) as TableField | null)}
          />
        </li>
      ))}
    </ul>
  );
}

function TableFields({
  table,
  answers,
  onChange,
  onEncoding,
}: TableAnswersProps & { onEncoding: (encoding: ImportTable['encoding']) => void }) {
  const { t } = useTranslation('imports');
  const hasVolume = table.columns.length > 0 ? answers.fields?.includes('volume') : table.volumeUnit !== null;
  return (
    <div className={styles.columns}>
      {table.columns.length > 0 && (
        <SelectField
          label={answers.fields?.includes('kind') ? t('columns.otherKind') : t('columns.kind')}
          choices={ENTRY_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          value={answers.kind}
          onChange={({ target: { value } }) => onChange({ kind: value as TableAnswers['kind'] })}
        />
      )}
      {hasVolume && (
        <SelectField
          label={t('columns.volumeUnit')}
          choices={TABLE_VOLUME_UNITS.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
          value={answers.volumeUnit}
          onChange={({ target: { value } }) => onChange({ volumeUnit: value as TableAnswers['volumeUnit'] })}
        />
      )}
      {!table.encoding.startsWith('utf') && (
        <SelectField
          label={t('columns.encoding')}
          help={t('columns.encodingHelp')}
          choices={ENCODINGS.map((encoding) => ({ value: encoding, label: encoding }))}
          value={table.encoding}
          onChange={({ target: { value } }) => onEncoding(value as ImportTable['encoding'])}
        />
      )}
    </div>
  );
}
