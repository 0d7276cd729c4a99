import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import { completedReading } from './completed-reading.ts';
import styles from './entry-form.module.css';
import type { Typed } from './use-entry-sending.ts';

interface ReadingFieldProps<Draft extends Typed> {
  form: UseFormReturnType<Draft>;
  /** Completes the last digits of a new reading. */
  isNew: boolean;
  /** Whether it is whole however short it is: a new odometer begins anywhere. */
  isWhole?: boolean;
  enterKeyHint: 'next' | 'done';
  /** The field that the form begins with. */
  isMain?: boolean;
}

/** The reading of an entry. Of a new one the last digits are enough: the whole number is shown below, and stands in the field when it is left. */
export function ReadingField<Draft extends Typed>({ form, isNew, isWhole = false, enterKeyHint, isMain }: ReadingFieldProps<Draft>) {
  const { vehicle, unit } = useVehicleEntries();
  const { t } = useTranslation(['entryForms', 'records']);
  const language = useLanguage();
  const reading = useReading();
  const whole = isNew && !isWhole ? completedReading(form.values.reading, vehicle.reading, unit) : undefined;
  const input = form.getInputProps('reading');
  const completed = useRef<{ typed: string; text: string }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the tick is set
  useEffect(() => {
    const { typed, text } = completed.current ?? {};
    if (isWhole && typed !== undefined && form.getValues().reading === text) form.setFieldValue('reading', typed as never);
  }, [isWhole]);
  return (
    <div className={styles.half}>
      <TextField
        {...input}
        autoComplete="off"
        data-main={isMain}
        inputMode={unit === 'h' ? 'decimal' : 'numeric'}
        enterKeyHint={enterKeyHint}
        label={t(`records:form.reading.${unit}`)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          if (whole === undefined) return;
          const text = typedNumber(whole, language);
          completed.current = { typed: form.getValues().reading, text };
          form.setFieldValue('reading', text as never);
        }}
      />
      {isNew && (
        <p className={styles.whole}>
          {whole !== undefined && t('whole', { reading: reading(whole, unit), more: reading(whole - (vehicle.reading ?? 0), unit) })}
        </p>
      )}
    </div>
  );
}
