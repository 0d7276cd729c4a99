import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { helpOf } from '../../../forms/help-of.ts';
import { CheckField, TextField } from '../../../ui/fields.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';
import { DayField } from '../form/entry-form.tsx';
import { ReadingField } from '../form/reading-field.tsx';
import { counterOf } from '../kind-texts.ts';
import type { ReadingDraft } from './reading-draft.ts';

interface ReadingFieldsProps {
  form: UseFormReturnType<ReadingDraft>;
  isNew: boolean;
}

export function ReadingFields({ form, isNew }: ReadingFieldsProps) {
  const { unit } = useVehicleEntries();
  const { t } = useTranslation('entryForms');
  const { isReset } = form.values;
  return (
    <>
      <ReadingField form={form} isNew={isNew} isWhole={isReset} enterKeyHint="done" isMain />
      <DayField form={form} />
      <TextField {...form.getInputProps('note')} className={styles.half} autoComplete="off" enterKeyHint="next" label={t('note')} />
      <div className={styles.checks}>
        <CheckField {...form.getInputProps('isReset', { type: 'checkbox' })} label={t(`isReset.${counterOf(unit)}`)} />
      </div>
      {isReset && (
        <TextField
          {...form.getInputProps('oldReading')}
          className={styles.half}
          autoComplete="off"
          inputMode={unit === 'h' ? 'decimal' : 'numeric'}
          enterKeyHint="done"
          label={t(`oldReading.${unit === 'year' ? 'km' : unit}`)}
          help={helpOf(form, 'oldReading') ?? t('oldReadingHelp')}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

/** Marks the reading as the first one of a new odometer, and goes to the last value of the old one. */
export function replaceOdometer(form: UseFormReturnType<ReadingDraft>): void {
  form.setFieldValue('isReset', true);
  requestAnimationFrame(() => form.getInputNode('oldReading')?.focus());
}
