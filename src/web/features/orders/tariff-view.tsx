import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shownOrderCode } from '#contract/order-code.ts';
import type { User } from '#contract/users.ts';
import { activePaymentQuery } from '../../api/payments.queries.ts';
import { pricesQuery } from '../../api/prices.queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FormHead } from '../../layouts/form-head.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BlockMessage } from './block-message.tsx';
import type { OnOrder } from './plan-step.ts';
import styles from './tariff-form.module.css';
import { TariffForm } from './tariff-form.tsx';
import { useTariffForm } from './use-tariff-form.ts';

/** Which tariff and for how long; while an order waits for its payment, another in its place. */
export function TariffView({ user, onOrder }: { user: User; onOrder: OnOrder }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const prices = useQuery({ ...pricesQuery(), staleTime: 0 });
  const active = useQuery({ ...activePaymentQuery(language), staleTime: 0, placeholderData: keepPreviousData });
  // Held here, so that a switch of language, and of payment with it, loses no choice.
  const form = useTariffForm(user, prices.data ?? [], onOrder);
  const isChange = user.status === 'processing' && user.order_code !== null;

  // Until the first answer, or failure: a form that gives way to a message would be worse than a moment's wait.
  const isAsking = active.isPending && active.failureCount === 0;
  const failure = prices.data || prices.isFetching ? null : prices.error;
  return (
    <Sheet>
      <FormHead title={t(isChange ? 'form.changeTitle' : 'form.title')}>
        {isChange && user.order_code && t('form.changeLead', { code: shownOrderCode(user.order_code) })}
      </FormHead>
      {active.data === false && <BlockMessage />}
      {active.data !== false && failure && (
        <LoadFailure error={failure} fallback="tariffApi.request.500" onAgain={() => void prices.refetch()} />
      )}
      {active.data !== false && !failure && (isAsking || !prices.data) && <Waiting />}
      {active.data !== false && !isAsking && prices.data && <TariffForm form={form} prices={prices.data} user={user} isChange={isChange} />}
    </Sheet>
  );
}

/** Of the form's own height. */
function Waiting() {
  const { t } = useTranslation('orders');
  return (
    <div className={`${styles.form} ${styles.waiting}`} aria-busy="true">
      <p className="visually-hidden">{t('form.loading')}</p>
      <Skeleton height={76} count={3} />
      <Skeleton height={64} />
      <Skeleton height={130} />
    </div>
  );
}
