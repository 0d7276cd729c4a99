import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { createOrder, type Order } from '#contract/orders.ts';
import type { Price } from '#contract/prices.ts';
import { PAID_TARIFFS, type PaidTariff } from '#contract/tariffs.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { pricesQuery } from '../../api/prices.queries.ts';
import { userQuery } from '../../api/user.queries.ts';
import { scrollToTop } from '../../forms/schema-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { planOf } from '../../paths.ts';
import { showToast } from '../../ui/toast.ts';
import { amountOf } from './order-sums.ts';
import { withOrder } from './orders.queries.ts';
import { isRenewal, type OnOrder } from './plan-step.ts';

export type TariffFormState = ReturnType<typeof useTariffForm>;

const isPaid = (tariff: string | null): tariff is PaidTariff => PAID_TARIFFS.some((paid) => paid === tariff);

/** The running plan if it is extended, else the plan from the URL (chosen on the home page), otherwise that of the current order. */
function usePlan(user: User) {
  const [query] = useSearchParams();
  const running = isRenewal(user) && isPaid(user.tariff) ? user.tariff : undefined;
  return useState<PaidTariff>(running ?? planOf(query) ?? (isPaid(user.tariff_change) ? user.tariff_change : 'family'));
}

/** The chosen plan and term, the amount in US dollars (undefined until the prices have loaded), and the order request. */
export function useTariffForm(user: User, prices: readonly Price[], onOrder: OnOrder) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit({ onFailure: scrollToTop });
  const [plan, setPlan] = usePlan(user);
  const [months, setMonths] = useState(user.payment_months ?? 1);
  const price = prices.find(({ tariff }) => tariff === plan)?.price;
  const amount = price === undefined ? undefined : amountOf(price, months);

  function textOf(order: Order, message: string | undefined): string {
    if (order.status === 'completed') return t('form.started', { tariff: t(`tariffs:names.${order.tariff_change}`) });
    if (order.amount_due !== amount) return t('form.repriced', { amount: format.price(order.amount_due, 'USD') });
    return user.status === 'processing' ? t('form.changed') : errorText('tariffApi.request.success', message);
  }

  const order = () =>
    submit(async () => {
      const result = await call(createOrder, { body: { tariff_change: plan, payment_months: months } });
      void client.invalidateQueries({ queryKey: pricesQuery().queryKey });
      if (result.success) {
        const { data } = result;
        onOrder(textOf(data, result.message), withOrder(user, data), data.status === 'completed' ? undefined : 'order');
        return result;
      }
      // The state of payment or of the order has changed: fetch it again, so that the view follows.
      if (result.code === 'tariffApi.request.blocked') {
        showToast({ text: errorText(result.code), isFailure: true });
        await client.invalidateQueries({ queryKey: keys.payments });
        return undefined;
      }
      if (result.status === 409) void client.invalidateQueries({ queryKey: userQuery().queryKey });
      return result;
    });

  return { plan, setPlan, months, setMonths, price, amount, failure, isSending, order };
}
