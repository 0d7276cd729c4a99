import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fill } from '#contract/fills.ts';
import { type Fuel, unitsOf } from '#contract/fuels.ts';
import { helpOf } from '../../../forms/help-of.ts';
import { currencySign } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';
import { DayField, NoteField } from '../form/entry-form.tsx';
import { ReadingField } from '../form/reading-field.tsx';
import { asLast, type FillDraft, fuelsFor, thirdOf } from './fill-draft.ts';

interface FillFieldsProps {
  form: UseFormReturnType<FillDraft>;
  isNew: boolean;
  /** The newest fills, from which a chosen fuel takes its unit, grade and place. */
  fills: readonly Fill[];
}

export function FillFields({ form, isNew, fills }: FillFieldsProps) {
  const { vehicle, currency, unit } = useVehicleEntries();
  const { t } = useTranslation(['entryForms', 'entries', 'forms']);
  const language = useLanguage();
  const format = useFormat();
  const { values } = form;
  const [isMore, setMore] = useState(!isNew);
  const field = (name: keyof FillDraft) => ({ ...form.getInputProps(name), autoComplete: 'off' });
  const fuels = fuelsFor(vehicle, isNew ? undefined : values.fuel);
  const units = unitsOf(values.fuel);
  const third = thirdOf(values);
  const perUnit = t(`perUnit.${values.volumeUnit}`);
  const paid = values.isByPrice ? 'pricePerUnit' : 'total';
  const sign = currencySign(currency, language);

  const choose = (fuel: Fuel) => form.setValues(isNew ? asLast(fuel, fills) : { fuel, volumeUnit: unitsOf(fuel)[0] ?? 'l' });
  return (
    <>
      {fuels.length > 1 && (
        <div className={styles.choice}>
          <SegmentedControl
            label={t('fuel')}
            options={fuels.map((fuel) => ({ value: fuel, label: t(`entries:fuel.${fuel}`) }))}
            value={values.fuel}
            onChange={choose}
          />
          {helpOf(form, 'fuel')}
        </div>
      )}
      <TextField
        {...field('volume')}
        inputMode="decimal"
        enterKeyHint="next"
        label={t(`volume.${values.volumeUnit}`)}
        onFocus={(event) => event.currentTarget.select()}
        data-main
      />
      <TextField
        {...field(paid)}
        key={paid}
        inputMode="decimal"
        enterKeyHint="next"
        label={values.isByPrice ? t('price', { sign, perUnit }) : t('total', { sign })}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ReadingField form={form} isNew={isNew} enterKeyHint="done" />
      <p className={styles.line}>
        {third !== undefined &&
          (values.isByPrice
            ? t('thirdTotal', { total: format.money(third, currency) })
            : t('thirdPrice', { price: format.money(third, currency), perUnit }))}{' '}
        <Button look="plain" size="small" onClick={() => form.setFieldValue('isByPrice', !values.isByPrice)}>
          {values.isByPrice ? t('byTotal') : t('byPrice')}
        </Button>
      </p>
      <div className={styles.checks}>
        <CheckField {...form.getInputProps('isFull', { type: 'checkbox' })} label={t('isFull')} />
        {!isMore && (
          <Button look="plain" onClick={() => setMore(true)}>
            {[t('more'), values.grade, values.place].filter(Boolean).join(' · ')}
          </Button>
        )}
      </div>
      {isMore && (
        <div className={styles.more}>
          <DayField form={form} />
          <TextField {...field('place')} enterKeyHint="next" label={t('station')} />
          <TextField {...field('grade')} enterKeyHint="next" label={t('grade')} />
          {units.length > 1 && (
            <SelectField
              label={t('unit')}
              {...form.getInputProps('volumeUnit')}
              choices={units.map((one) => ({ value: one, label: t(`unitName.${one}`) }))}
            />
          )}
          <TextField {...field('level')} inputMode="numeric" enterKeyHint="next" label={t('level')} />
          {fuels.length > 1 && (
            <TextField
              {...field('distanceOnFuel')}
              inputMode={unit === 'h' ? 'decimal' : 'numeric'}
              enterKeyHint="next"
              label={t(`distanceOnFuel.${values.fuel}`)}
            />
          )}
          <NoteField form={form} />
          <div className={styles.checks}>
            <CheckField {...form.getInputProps('isMissedBefore', { type: 'checkbox' })} label={t('isMissedBefore')} />
          </div>
        </div>
      )}
    </>
  );
}
