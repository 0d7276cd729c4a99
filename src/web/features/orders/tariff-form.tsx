import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_MONTHS } from '#contract/limits.ts';
import type { Price } from '#contract/prices.ts';
import type { User } from '#contract/users.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { accountPath, paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { isRenewal } from './plan-step.ts';
import styles from './tariff-form.module.css';
import type { TariffFormState } from './use-tariff-form.ts';

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
