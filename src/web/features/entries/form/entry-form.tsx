import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '../../../api/call.ts';
import { handleEnter } from '../../../forms/enter-key.ts';
import { FailureNotice } from '../../../forms/failure-notice.tsx';
import { submitHandler } from '../../../forms/schema-form.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { localDay } from '../../../local-day.ts';
import { Button } from '../../../ui/button.tsx';
import { TextareaField, TextField } from '../../../ui/fields.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import { useVehicleEntries } from '../entries-context.ts';
import styles from './entry-form.module.css';
import type { ConfirmedDoubt, Typed, TypedDoubt } from './use-entry-sending.ts';

const ReadingQuestion = lazyPart(async () => (await import('./reading-question.tsx')).ReadingQuestion);

interface EntryFormProps<Draft extends Typed> {
  label: string;
  /** Shown above the fields. */
  title?: string;
  form: UseFormReturnType<Draft>;
  failure: CallFailure | undefined;
  doubt: TypedDoubt | undefined;
  isSending: boolean;
  onSubmit: (confirmed?: ConfirmedDoubt) => void;
  onEscape?: (() => void) | undefined;
  /** Answers a doubt with a new odometer; only a reading can. */
  onReplaced?: () => void;
  /** The words of the main button, and while the entry is sent. */
  button: string;
  busy: string;
  /** The second button. */
  cancel?: { text: string; run: () => void } | undefined;
  /** The entry saved last: its result takes the focus on phones, where the keyboard would cover it, and otherwise the first field. */
  saved?: { id: number } | undefined;
  /** The fields. */
  children: ReactNode;
  /** Below the buttons, in room that is reserved, so that nothing that is being pressed moves. */
  result: ReactNode;
}

/** The form of an entry of a kind other than work. Enter goes to the next field, and saves in the last one. */
export function EntryForm<Draft extends Typed>(props: EntryFormProps<Draft>) {
  const { label, title, form, failure, doubt, isSending, onSubmit, onEscape, onReplaced, button, busy, cancel, saved, children, result } =
    props;
  const resultRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsBelow(PHONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each saved entry
  useEffect(() => {
    if (saved === undefined) return;
    if (isPhone) {
      resultRef.current?.focus({ preventScroll: true });
      resultRef.current?.scrollIntoView({ block: 'nearest' });
    } else resultRef.current?.closest('form')?.querySelector<HTMLElement>('[data-main]')?.focus();
  }, [saved?.id]);
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape?.();
        handleEnter(event, form);
      }}
      onSubmit={submitHandler(form, () => onSubmit())}
    >
      {title && <p className={styles.title}>{title}</p>}
      {failure && (
        <div className={styles.wide}>
          <FailureNotice failure={failure} />
        </div>
      )}
      {children}
      <div className={styles.buttons}>
        <Button type="submit" isWide isBusy={isSending} busyText={busy}>
          {button}
        </Button>
        {cancel && (
          <Button look="plain" onClick={cancel.run} isPaused={isSending}>
            {cancel.text}
          </Button>
        )}
      </div>
      <div ref={resultRef} className={styles.result} role="status" tabIndex={-1}>
        {doubt ? (
          <Suspense fallback={null}>
            <ReadingQuestion
              doubt={doubt}
              onCorrect={(name) => form.getInputNode(name)?.focus()}
              onConfirm={onSubmit}
              onReplaced={onReplaced}
            />
          </Suspense>
        ) : (
          result
        )}
      </div>
    </form>
  );
}

/** The day of an entry. */
export function DayField<Draft extends Typed>({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('records');
  return <TextField {...form.getInputProps('performedOn')} type="date" max={localDay()} enterKeyHint="next" label={t('form.date')} />;
}

/** The note of an entry. Its example is what a receipt in another currency says. */
export function NoteField<Draft extends Typed>({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('entryForms');
  const { currency } = useVehicleEntries();
  const format = useFormat();
  return (
    <TextareaField
      {...form.getInputProps('note')}
      className={styles.wide}
      autoComplete="off"
      rows={2}
      label={t('note')}
      placeholder={t('noteHint', { amount: format.money(63.5, currency === 'EUR' ? 'PLN' : 'EUR') })}
    />
  );
}
