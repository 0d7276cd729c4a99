import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { User } from '#contract/users.ts';
import { FormHead } from '../../account/form-head.tsx';
import { activePaymentQuery } from '../../api/payments.queries.ts';
import { pricesQuery } from '../../api/prices.queries.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnknownHeight } from '../../ui/unknown-height.tsx';
import { BlockMessage } from './block-message.tsx';
import { isRenewal, type OnOrder } from './plan-step.ts';
import { TariffForm } from './tariff-form.tsx';
import { useTariffForm } from './use-tariff-form.ts';

/** The form for tariff and term; replaces the current order while that one awaits payment. */
export function TariffView({ user, onOrder }: { user: User; onOrder: OnOrder }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const { day } = useFormat();
  const prices = useQuery({ ...pricesQuery(), staleTime: 0 });
  const active = useQuery({ ...activePaymentQuery(language), staleTime: 0, placeholderData: keepPreviousData });
  // The state is kept here, because a language switch may unmount the form: payment is enabled per language.
  const form = useTariffForm(user, prices.data ?? [], onOrder);
  const isChange = user.status === 'processing' && user.order_code !== null;

  // Wait for the first response or failure: showing a form and then replacing it with a message would be worse.
  const isAsking = active.isPending && active.failureCount === 0;
  const failure = prices.data || prices.isFetching ? null : prices.error;
  return (
    <Sheet>
      <FormHead title={t(isChange ? 'form.changeTitle' : isRenewal(user) ? 'form.extendTitle' : 'form.title')}>
        {isChange && user.order_code && t('form.changeLead', { code: formatOrderCode(user.order_code) })}
        {!isChange && isRenewal(user) && user.tariff_end_date && t('form.extendLead', { end: day(user.tariff_end_date) })}
      </FormHead>
      {active.data === false && <BlockMessage />}
      {active.data !== false && failure && (
        <LoadFailure error={failure} fallback="tariffApi.request.500" onRetry={() => void prices.refetch()} />
      )}
      {active.data !== false && !failure && (isAsking || !prices.data) && <Waiting />}
      {active.data !== false && !isAsking && prices.data && <TariffForm form={form} prices={prices.data} user={user} isChange={isChange} />}
    </Sheet>
  );
}

/** A placeholder of the form's height. */
function Waiting() {
  const { t } = useTranslation('orders');
  return (
    <UnknownHeight className="form">
      <p className="visually-hidden">{t('form.loading')}</p>
      <Skeleton height={76} count={3} />
      <Skeleton height={64} />
      <Skeleton height={130} />
    </UnknownHeight>
  );
}
