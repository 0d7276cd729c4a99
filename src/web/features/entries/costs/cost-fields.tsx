import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COST_CATEGORIES, type CostCategory, QUANTITY_UNITS, REFUNDED } from '#contract/costs.ts';
import { currencySign } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import styles from '../form/entry-form.module.css';
import { DayField, NoteField } from '../form/entry-form.tsx';
import { ReadingField } from '../form/reading-field.tsx';
import { type CostDraft, hasQuantity, titleFor } from './cost-draft.ts';

interface CostFieldsProps {
  form: UseFormReturnType<CostDraft>;
  isNew: boolean;
}

export function CostFields({ form, isNew }: CostFieldsProps) {
  const { currency, unit } = useVehicleEntries();
  const { t } = useTranslation(['entryForms', 'entries']);
  const language = useLanguage();
  const { values } = form;
  const [isMore, setMore] = useState(!isNew);
  const field = (name: keyof CostDraft) => ({ ...form.getInputProps(name), autoComplete: 'off' });
  const nameOf = (category: CostCategory) => t(`entries:category.${category}`);
  function choose(category: CostCategory) {
    const isOwn = values.title.trim() !== '' && values.title !== titleFor(values.category, nameOf);
    form.setValues({ category, ...(isNew && !isOwn && { title: titleFor(category, nameOf) }) });
  }
  return (
    <>
      <SelectField
        className={styles.half}
        label={t('category')}
        {...form.getInputProps('category')}
        onChange={(event) => choose(event.currentTarget.value as CostCategory)}
        choices={COST_CATEGORIES.map((value) => ({ value, label: nameOf(value) }))}
      />
      <DayField form={form} />
      <TextField
        {...field('total')}
        inputMode="decimal"
        enterKeyHint="next"
        label={t('total', { sign: currencySign(currency, language) })}
        onFocus={(event) => event.currentTarget.select()}
        data-main
      />
      <TextField
        {...field('title')}
        className={styles.choice}
        autoCapitalize="sentences"
        enterKeyHint="done"
        label={t('title')}
        placeholder={t(`titleHint.${values.category}`)}
        // The name of the category can be overwritten.
        onFocus={(event) => event.currentTarget.select()}
      />
      {values.category === 'refund' && (
        <SelectField
          label={t('refundOf')}
          {...form.getInputProps('refundOf')}
          choices={[
            { value: '', label: t('refundOfOther') },
            ...REFUNDED.map((value) => ({ value, label: t(`entries:refundedName.${value}`) })),
          ]}
        />
      )}
      {hasQuantity(values) && (
        <>
          <TextField {...field('quantity')} inputMode="decimal" enterKeyHint="next" label={t('quantity')} />
          <SelectField
            label={t('unit')}
            {...form.getInputProps('quantityUnit')}
            choices={QUANTITY_UNITS.map((value) => ({ value, label: t(`unitName.${value}`) }))}
          />
        </>
      )}
      {!isMore && (
        <div className={styles.checks}>
          <Button look="plain" onClick={() => setMore(true)}>
            {t('more')}
          </Button>
        </div>
      )}
      {isMore && (
        <div className={styles.more}>
          {unit !== 'year' && <ReadingField form={form} isNew={isNew} enterKeyHint="next" />}
          <TextField {...field('place')} enterKeyHint="next" label={t('place')} />
          <NoteField form={form} />
        </div>
      )}
    </>
  );
}
