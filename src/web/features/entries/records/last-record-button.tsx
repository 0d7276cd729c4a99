import type { UseFormReturnType } from '@mantine/form';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { lastTimeFor, type RecordDraft, typedAs } from './record-draft.ts';
import styles from './record-form.module.css';

interface LastRecordButtonProps {
  form: UseFormReturnType<RecordDraft>;
  operations: readonly Operation[];
  currency: Currency;
}

/** Offers part, code and price of the last record with the same operation. */
export function LastRecordButton({ form, operations, currency }: LastRecordButtonProps) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const language = useLanguage();
  const last = lastTimeFor(form.values, operations);
  if (!last) return null;
  // An amount in another currency is shown, but not filled in.
  const typed = { ...typedAs(last, language), ...(last.currency !== currency && { price: '' }) };
  const shown = [typed.partName, typed.partCode, format.money(last.price, last.currency)].filter((text) => text !== '');

  function fill() {
    // At once: a selection in the next frame would take the first digit that is typed.
    flushSync(() => form.setValues(typed));
    const price = form.getInputNode('price');
    if (!(price instanceof HTMLInputElement)) return;
    price.focus();
    // The price usually differs: select it for overwriting.
    price.select();
  }
  return (
    <button type="button" className={styles.lastTime} onClick={fill}>
      <span className={styles.lastTimeLabel}>{t('form.lastTime', { day: format.day(last.performedOn) })}</span>{' '}
      <bdi>{shown.join(' · ')}</bdi>
    </button>
  );
}
