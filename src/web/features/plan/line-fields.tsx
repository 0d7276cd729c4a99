import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_DAY_MAX } from '#contract/limits.ts';
import { PLAN_KINDS, PLAN_MODES } from '#contract/plan.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { currencySign } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { localDay } from '../../local-day.ts';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import type { LineDraft } from './line-draft.ts';
import styles from './plan-form.module.css';

interface LineFieldsProps {
  form: UseFormReturnType<LineDraft>;
  unit: ReadingUnit;
  currency: Currency;
}

const UNITS = ['days', 'months', 'years'] as const;

/** The fields that most lines need, and a fold with the others. */
export function LineFields({ form, unit, currency }: LineFieldsProps) {
  const { t } = useTranslation('plan');
  const inputMode = unit === 'h' ? 'decimal' : 'numeric';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => form.getInputNode('title')?.focus(), []);
  return (
    <>
      <TextField {...form.getInputProps('title')} className={styles.wide} autoComplete="off" label={t('form.title')} />
      {unit !== 'year' && (
        <TextField {...form.getInputProps('everyDistance')} autoComplete="off" inputMode={inputMode} label={t(`form.distance.${unit}`)} />
      )}
      <TextField {...form.getInputProps('every')} autoComplete="off" inputMode="numeric" label={t('form.every')} />
      <SelectField
        {...form.getInputProps('everyUnit')}
        label={t('form.unit')}
        choices={UNITS.map((value) => ({ value, label: t(`form.units.${value}`) }))}
      />
      <TextField {...form.getInputProps('dueOn')} type="date" max={PLAN_DAY_MAX} label={t('form.dueOn')} help={t('form.dueOnHelp')} />
      <SelectField
        {...form.getInputProps('mode')}
        className={styles.half}
        label={t('form.mode')}
        choices={PLAN_MODES.map((value) => ({ value, label: t(`form.modes.${value}`) }))}
      />
      <SelectField
        {...form.getInputProps('kind')}
        className={styles.half}
        label={t('form.kind')}
        choices={PLAN_KINDS.map((value) => ({ value, label: t(`form.kinds.${value}`) }))}
      />
      <More form={form} unit={unit} currency={currency} inputMode={inputMode} />
    </>
  );
}

const MORE = ['dueAt', 'startOn', 'startAt', 'leadDays', 'leadDistance', 'expectedCost'] as const;

function More({ form, unit, currency, inputMode }: LineFieldsProps & { inputMode: 'decimal' | 'numeric' }) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const hasError = MORE.some((field) => form.errors[field]);
  const number = (field: (typeof MORE)[number]) => ({ ...form.getInputProps(field), autoComplete: 'off', inputMode });
  return (
    <details className={styles.more} open={hasError || undefined}>
      <summary>{t('form.more')}</summary>
      <div className={styles.grid}>
        <TextField {...form.getInputProps('startOn')} type="date" max={localDay()} label={t('form.startOn')} />
        {unit !== 'year' && <TextField {...number('startAt')} label={t(`form.startAt.${unit}`)} />}
        {unit !== 'year' && <TextField {...number('dueAt')} label={t(`form.dueAt.${unit}`)} />}
        <TextField {...number('leadDays')} inputMode="numeric" label={t('form.leadDays')} help={t('form.leadHelp')} />
        {unit !== 'year' && <TextField {...number('leadDistance')} label={t(`form.leadDistance.${unit}`)} />}
        <TextField {...number('expectedCost')} inputMode="decimal" label={t('form.cost', { currency: currencySign(currency, language) })} />
        <CheckField {...form.getInputProps('isEndOfMonth', { type: 'checkbox' })} label={t('form.isEndOfMonth')} />
      </div>
    </details>
  );
}
