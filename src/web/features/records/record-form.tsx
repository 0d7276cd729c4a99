import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createRecord, type ServiceRecord, updateRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useAttemptKey } from '../../api/attempt-key.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { currencySign } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fieldErrors, focusFirstInvalid } from '../../ui/schema-form.ts';
import { bodyOf, checkDraft, localDay, type RecordDraft } from './record-draft.ts';
import styles from './record-form.module.css';
import { startingDraft, useDraft } from './use-draft.ts';

interface RecordFormProps {
  vehicleId: number;
  unit: ReadingUnit;
  /** What the vehicle shows now. */
  reading: number | null;
  currency: Currency;
  /** The record being changed; undefined while a new one is written. */
  edited: ServiceRecord | undefined;
  /** Grows with each wish to have the focus. */
  focusRequest: number;
  operations: readonly string[];
  onOperationFocus: () => void;
  onSaved: (record: ServiceRecord) => void;
  onCancel: () => void;
  /** The vehicle or the record is no longer there. */
  onGone: () => void;
}

/** The first empty line of the page: Enter writes it down and the form stays open for the next. */
export function RecordForm(props: RecordFormProps) {
  const { vehicleId, unit, reading, currency, edited, focusRequest, operations, onOperationFocus, onSaved, onCancel, onGone } = props;
  const { t } = useTranslation('records');
  const language = useLanguage();
  const errorText = useErrorText();
  const attempt = useAttemptKey();
  const listId = useId();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const [written, setWritten] = useState('');
  const form = useForm<RecordDraft>({
    name: `record-${vehicleId}`,
    initialValues: startingDraft(vehicleId, reading, unit, language),
    validate: (draft) => checkDraft(draft, unit),
  });
  useDraft(form, { vehicleId, unit, reading, edited, focusRequest });

  async function send(draft: RecordDraft) {
    setSending(true);
    setFailure(undefined);
    setWritten('');
    const body = bodyOf(draft);
    const result = edited
      ? await call(updateRecord, { params: { vehicleId, recordId: edited.id }, body })
      : await call(createRecord, { params: { vehicleId }, body, idempotencyKey: attempt.keyOf(JSON.stringify(body)) });
    setSending(false);
    if (!result.success) return refuse(result);
    attempt.finish();
    onSaved(result.data);
    if (edited) return;
    // Several jobs of one visit share their day and reading.
    form.setValues({ operationName: '', partName: '', partCode: '', price: '' });
    setWritten(t('form.added', { name: result.data.operationName }));
    form.getInputNode('operationName')?.focus();
  }

  function refuse(result: CallFailure) {
    const errors = fieldErrors(result.errors);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusFirstInvalid(form, errors);
    else setFailure(result);
    if (result.status === 404 || result.code === 'carsApi.hidden') onGone();
  }

  const field = (name: keyof RecordDraft) => ({ ...form.getInputProps(name), autoComplete: 'off' });
  return (
    <form
      className={styles.form}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && edited) onCancel();
      }}
      aria-label={t(edited ? 'form.editLabel' : 'form.label')}
      onSubmit={form.onSubmit(
        (draft) => (isSending ? undefined : send(draft)),
        (errors) => focusFirstInvalid(form, errors),
      )}
    >
      {failure && (
        <div className={styles.failure}>
          <Notice tone="failure">{errorText(failure.code, failure.message)}</Notice>
        </div>
      )}
      <TextField {...field('performedOn')} type="date" max={localDay()} label={t('form.date')} />
      <TextField {...field('reading')} inputMode={unit === 'h' ? 'decimal' : 'numeric'} label={t(`form.reading.${unit}`)} />
      <TextField
        {...field('operationName')}
        className={styles.operation}
        list={listId}
        autoCapitalize="sentences"
        enterKeyHint="done"
        label={t('form.operation')}
        placeholder={t('form.operationHint')}
        onFocus={onOperationFocus}
      />
      <datalist id={listId}>
        {operations.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        {...field('price')}
        inputMode="decimal"
        enterKeyHint="done"
        label={t('form.price', { sign: currencySign(currency, language) })}
        placeholder={language === 'en' ? '0.00' : '0,00'}
      />
      <TextField
        {...field('partName')}
        className={styles.part}
        enterKeyHint="done"
        label={t('form.part')}
        placeholder={t('form.partHint')}
      />
      <TextField {...field('partCode')} enterKeyHint="done" label={t('form.code')} placeholder={t('form.codeHint')} />
      <div className={styles.buttons}>
        <Button type="submit" isWide isBusy={isSending} busyText={t(edited ? 'form.saving' : 'form.adding')}>
          {t(edited ? 'form.save' : 'form.add')}
        </Button>
      </div>
      <p className={styles.help} data-beside={edited ? true : undefined} role="status">
        {(!edited && written) || t('form.help')}
      </p>
      {edited && (
        <Button className={styles.cancel} look="plain" onClick={onCancel} disabled={isSending}>
          {t('form.cancel')}
        </Button>
      )}
    </form>
  );
}
