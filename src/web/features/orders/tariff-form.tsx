import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_MONTHS } from '#contract/limits.ts';
import type { Price } from '#contract/prices.ts';
import { transferAmount } from '#contract/transfers.ts';
import type { User } from '#contract/users.ts';
import { paymentQuery } from '../../api/payments.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { accountPath, paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { rateFormat } from './order-sums.ts';
import { PlanChoice } from './plan-choice.tsx';
import { isRenewal } from './plan-step.ts';
import styles from './tariff-form.module.css';
import type { TariffFormState } from './use-tariff-form.ts';

/** What has to be transferred, by the rate of today; nothing until it has loaded. */
function TransferNote({ amount }: { amount: number }) {
  const { t } = useTranslation('orders');
  const { price, number, day } = useFormat();
  const { data: payment } = useQuery(paymentQuery(useLanguage()));
  if (!payment) return null;
  const { transfer_currency: currency, transfer_rate: rate, rated_on } = payment;
  if (currency === null || rate === null || rated_on === null) return <p className={styles.note}>{t('form.inDollars')}</p>;
  const sum = price(transferAmount(amount, rate), currency);
  return <p className={styles.note}>{t('form.transfer', { amount: sum, rate: number(rate, rateFormat(currency)), day: day(rated_on) })}</p>;
}

interface TariffFormProps {
  form: TariffFormState;
  prices: readonly Price[];
  user: User;
  /** Whether the form replaces an order that awaits payment. */
  isChange: boolean;
}

/** Plan, term, the resulting amount and the submit button. */
export function TariffForm({ form, prices, user, isChange }: TariffFormProps) {
  const { t } = useTranslation(['orders', 'tariffs', 'account']);
  const format = useFormat();
  const { plan, months, price, amount, failure, isSending } = form;
  const isFree = amount === 0;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void form.order();
  }

  return (
    <form className="form" method="post" noValidate onSubmit={handleSubmit}>
      <FailureNotice failure={failure} />
      <PlanChoice prices={prices} current={user.tariff} isFixed={isRenewal(user)} value={plan} onChoose={form.setPlan} />
      <div className={styles.term}>
        <SelectField
          label={t('form.term')}
          name="payment_months"
          choices={PAYMENT_MONTHS.map((count) => ({ value: String(count), label: t('tariffs:months', { count }) }))}
          value={String(months)}
          onChange={(event) => form.setMonths(Number(event.currentTarget.value))}
        />
      </div>
      {price !== undefined && amount !== undefined && (
        <output className={styles.sum}>
          <span>{t('form.due')}</span>
          <b>{format.price(amount, 'USD')}</b>
          <small>
            {isFree
              ? t('form.freeNote')
              : t('form.sum', { price: format.price(price, 'USD'), months: t('tariffs:months', { count: months }) })}
          </small>
        </output>
      )}
      {!isFree && amount !== undefined && <TransferNote amount={amount} />}
      {!isFree && <p className={styles.note}>{t('form.note')}</p>}
      <div className="form-buttons">
        <Button type="submit" isBusy={isSending} busyText={t('form.busy')} disabled={price === undefined}>
          {t(isFree ? 'form.start' : isChange ? 'form.change' : isRenewal(user) ? 'form.extend' : 'form.send')}
        </Button>
        <ButtonLink look="plain" to={isChange ? accountPath('order') : paths.user}>
          {t('account:cancel')}
        </ButtonLink>
      </div>
    </form>
  );
}
