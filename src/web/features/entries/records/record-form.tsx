import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '../../../api/call.ts';
import { handleEnter } from '../../../forms/enter-key.ts';
import { FailureNotice } from '../../../forms/failure-notice.tsx';
import { submitHandler } from '../../../forms/schema-form.ts';
import { currencySign } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { localDay } from '../../../local-day.ts';
import { ComboboxField } from '../../../ui/combobox-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import type { ConfirmedDoubt, TypedDoubt } from '../form/use-entry-sending.ts';
import { FrequentWorks } from './frequent-works.tsx';
import { LastRecordButton } from './last-record-button.tsx';
import { isUnknown, type RecordDraft, UNKNOWN_READING } from './record-draft.ts';
import styles from './record-form.module.css';
import { useOperations } from './use-operations.ts';

const ReadingQuestion = lazyPart(async () => (await import('../form/reading-question.tsx')).ReadingQuestion);

interface RecordFormProps {
  label: string;
  /** Shown above the fields. */
  title?: string;
  form: UseFormReturnType<RecordDraft>;
  failure: CallFailure | undefined;
  /** The server's question, below the buttons. */
  doubt: TypedDoubt | undefined;
  onSubmit: (draft: RecordDraft) => void;
  /** Saves the doubtful values. */
  onConfirm: (confirmed: ConfirmedDoubt) => void;
  onEscape?: (() => void) | undefined;
  /** Shows the most frequent works above the field for the work. */
  hasFrequent?: boolean;
  /** Says which record was saved last, below the buttons; otherwise a doubt or help is shown there. */
  saved?: string | undefined;
  /** The buttons. */
  children: ReactNode;
}

export function RecordForm(props: RecordFormProps) {
  const { label, title, form, failure, doubt, onSubmit, onConfirm, onEscape, hasFrequent, saved, children } = props;
  const { vehicle, unit, currency } = useVehicleEntries();
  const [operations, requestOperations] = useOperations(vehicle.id);
  const { t } = useTranslation('records');
  const language = useLanguage();
  const format = useFormat();
  const field = (name: keyof RecordDraft) => ({ ...form.getInputProps(name), autoComplete: 'off' });
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape?.();
        handleEnter(event, form);
      }}
      onSubmit={submitHandler(form, onSubmit)}
    >
      {title && <p className={styles.title}>{title}</p>}
      {failure && (
        <div className={styles.failure}>
          <FailureNotice failure={failure} />
        </div>
      )}
      <TextField
        {...field('performedOn')}
        className={styles.date}
        type="date"
        max={localDay()}
        enterKeyHint="next"
        label={t('form.date')}
      />
      <div className={styles.reading}>
        <TextField
          {...field('reading')}
          inputMode={unit === 'h' ? 'decimal' : 'numeric'}
          enterKeyHint="next"
          label={t(`form.reading.${unit}`)}
          // The prefilled reading usually changes: select it for overwriting.
          onFocus={(event) => event.currentTarget.select()}
        />
        {unit !== 'year' && (
          <button
            type="button"
            className={styles.unknown}
            aria-pressed={isUnknown(form.values)}
            onClick={() => form.setFieldValue('reading', isUnknown(form.values) ? '' : UNKNOWN_READING)}
          >
            {t('form.unknownReading')}
          </button>
        )}
      </div>
      <div className={styles.operation}>
        {hasFrequent && <FrequentWorks operations={operations} onChoose={(name) => form.setFieldValue('operationName', name)} />}
        <ComboboxField
          {...field('operationName')}
          value={form.values.operationName}
          suggestions={operations.map(({ operationName, last }) => ({
            value: operationName,
            detail: last ? format.day(last.performedOn) : '',
          }))}
          autoCapitalize="sentences"
          enterKeyHint="next"
          label={t('form.operation')}
          placeholder={t(unit === 'year' ? 'form.operationHintBicycle' : 'form.operationHint')}
          onFocus={requestOperations}
          data-main
        />
        <LastRecordButton form={form} operations={operations} currency={currency} />
      </div>
      <TextField
        {...field('partName')}
        className={styles.part}
        enterKeyHint="next"
        label={t('form.part')}
        placeholder={t('form.partHint')}
      />
      <TextField
        {...field('partCode')}
        className={styles.code}
        enterKeyHint="next"
        label={t('form.code')}
        placeholder={t('form.codeHint')}
      />
      <TextField
        {...field('price')}
        className={styles.price}
        inputMode="decimal"
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        label={t('form.price', { sign: currencySign(currency, language) })}
        placeholder={language === 'en' ? '0.00' : '0,00'}
      />
      {children}
      {/* Below the buttons and of a fixed height, so that nothing that is being pressed moves. */}
      <div className={styles.help} role="status">
        {doubt ? (
          <Suspense fallback={null}>
            <ReadingQuestion doubt={doubt} onCorrect={(name) => form.getInputNode(name)?.focus()} onConfirm={onConfirm} />
          </Suspense>
        ) : (
          (saved ?? t('form.help'))
        )}
      </div>
    </form>
  );
}
