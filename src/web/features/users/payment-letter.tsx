import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UserPage } from '#contract/accounts.admin.ts';
import type { Language } from '#contract/languages.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { type ListedOrder, listOrders } from '#contract/orders.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { textsIn } from '../../i18n/browser-texts.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';

interface Letter {
  subject: string;
  text: string;
}

/** What has come in for the order, by currency; empty if nothing has. */
function receivedOf({ payments }: ListedOrder): [currency: string, amount: number][] {
  const cents = new Map<string, number>();
  for (const { currency, change } of payments) cents.set(currency, (cents.get(currency) ?? 0) + Math.round(change * 100));
  return [...cents].filter(([, sum]) => sum > 0).map(([currency, sum]) => [currency, sum / 100]);
}

/** What is missing, in the currency of the transfer. */
const missingOf = ({ missing, missing_transfer, transfer_currency }: ListedOrder): [amount: number, currency: string] =>
  transfer_currency !== null && missing_transfer !== null ? [missing_transfer, transfer_currency] : [missing, 'USD'];

/** An email about the payment that is missing, in the language of the user. */
function letterOf(t: TFunction<'adminLists'>, order: ListedOrder, language: Language): Letter {
  const money = (amount: number, currency: string) => formatMoney(amount, currency, language);
  const received = receivedOf(order)
    .map(([currency, amount]) => money(amount, currency))
    .join(' + ');
  const values = { code: formatOrderCode(order.order_code), missing: money(...missingOf(order)), received };
  const kind = received === '' ? 'unpaid' : 'short';
  return { subject: t(`users.page.letter.${kind}.subject`, values), text: t(`users.page.letter.${kind}.text`, values) };
}

interface PaymentLetterProps {
  user: UserPage;
  onLetter: (letter: Letter) => void;
}

/** Offers a text about the payment of the order that awaits it. */
export function PaymentLetter({ user, onLetter }: PaymentLetterProps) {
  const { t, i18n } = useTranslation('adminLists');
  const { money } = useFormat();
  const code = user.orders.find(({ status }) => status === 'processing')?.order_code;
  const order = useQuery({
    queryKey: [...keys.orders, 'letter', code],
    queryFn: ({ signal }) => unwrap(call(listOrders, { query: { q: code ?? '' }, signal })),
    enabled: code !== undefined,
    staleTime: 0,
    select: ({ data }) => data.find(({ order_code, status }) => order_code === code && status === 'processing'),
  });
  const awaited = order.data && order.data.missing > 0 ? order.data : undefined;
  const texts = useQuery({
    queryKey: ['texts', user.language, 'adminLists'],
    queryFn: () => textsIn(i18n, user.language, 'adminLists'),
    enabled: awaited !== undefined,
    // Files of texts are already requested repeatedly.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = [order, texts].find(({ isLoadingError, isFetching }) => isLoadingError && !isFetching);
  if (failed?.error)
    return <LoadFailure error={failed.error} title={t('users.page.letter.failed')} onRetry={() => void failed.refetch()} />;
  const letterTexts = texts.data;
  if (!awaited || !letterTexts) return null;
  return (
    <div>
      <button type="button" className="link-button" onClick={() => onLetter(letterOf(letterTexts, awaited, user.language))}>
        {t('users.page.letter.insert', { missing: money(...missingOf(awaited)) })}
      </button>
    </div>
  );
}
