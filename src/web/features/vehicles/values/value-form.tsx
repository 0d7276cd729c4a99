import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { day, isForeignMoney } from '#contract/fields.ts';
import { currenciesIn } from '#contract/numbers.ts';
import type { Currency } from '#contract/tariffs.ts';
import { putValue, VALUE_KINDS, type ValueKind, type VehicleValue, valueInput } from '#contract/values.ts';
import { call } from '../../../api/call.ts';
import { FailureNotice } from '../../../forms/failure-notice.tsx';
import { schemaResolver, submitHandler } from '../../../forms/schema-form.ts';
import { useSubmitForm } from '../../../forms/use-submit-form.ts';
import { currencySign } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { localDay } from '../../../local-day.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import styles from './vehicle-values.module.css';

const checkInput = schemaResolver(z.extend(valueInput, { day }));

interface ValueFormProps {
  vehicleId: number;
  currency: Currency;
  /** The kind that is chosen at first. */
  kind: ValueKind;
  /** Those that the vehicle has. */
  values: readonly VehicleValue[];
  onSaved: () => void;
  onClose: () => void;
}

/** The form for what a vehicle was worth on a day; says that a value which the day has already will be replaced. */
export function ValueForm({ vehicleId, currency, kind, values, onSaved, onClose }: ValueFormProps) {
  const { t } = useTranslation('values');
  const language = useLanguage();
  const { money } = useFormat();
  const { form, isSending, failure, submit } = useSubmitForm({
    name: `value-${vehicleId}`,
    initialValues: { kind, day: localDay(), amount: '' },
    validate: (typed) => ({
      ...(isForeignMoney(currenciesIn(typed.amount), currency) && { amount: 'validation.number.currency' }),
      ...checkInput(typed),
    }),
  });
  const replaced = values.find((value) => value.day === form.values.day);
  const save = ({ day: on, ...body }: typeof form.values) =>
    submit(async () => {
      const result = await call(putValue, { params: { vehicleId, day: on }, body });
      if (result.success) onSaved();
      return result;
    });
  return (
    <form
      className={styles.form}
      aria-label={t('add')}
      noValidate
      onSubmit={submitHandler(form, save)}
      onKeyDown={(event) => event.key === 'Escape' && !form.isDirty() && onClose()}
    >
      {failure && <FailureNotice failure={failure} />}
      <SelectField
        {...form.getInputProps('kind')}
        label={t('kind.label')}
        choices={VALUE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <TextField {...form.getInputProps('day')} type="date" max={localDay()} label={t('day')} />
      <TextField
        {...form.getInputProps('amount')}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        autoFocus
        label={t('amount', { sign: currencySign(currency, language) })}
      />
      <p className={styles.hint} role="status">
        {replaced && t('replaces', { kind: t(`kind.${replaced.kind}`), amount: money(replaced.amount, currency) })}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isSending} busyText={t('saving')}>
          {t('save')}
        </Button>
        <Button look="plain" onClick={onClose} isPaused={isSending}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
