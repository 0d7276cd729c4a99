import { useTranslation } from 'react-i18next';
import { formatOrderCode } from '#contract/order-code.ts';
import type { User } from '#contract/users.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { accountPath } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { canExtend, isRenewal } from './plan-step.ts';

const BADGES = { processing: 'wait', confirmed: 'wait', completed: 'go' } as const;

/** The order in the account card: tariff, code, months, amount and status. */
export function OrderFacts({ user }: { user: User }) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const { price } = useFormat();
  const { status, tariff_change: ordered, order_code: code, amount_due: amount, payment_months: count } = user;
  if (!status) return null;
  const isOpen = status !== 'completed';
  return (
    <>
      {isOpen && ordered && count !== null && (
        <Fact label={t('card.ordered')}>
          {t('card.orderedFor', { tariff: t(`tariffs:names.${ordered}`), months: t('tariffs:months', { count }) })}
        </Fact>
      )}
      {isOpen && code && <Fact label={t('rows.code')}>{formatOrderCode(code)}</Fact>}
      {isOpen && amount !== null && <Fact label={t(status === 'processing' ? 'rows.due' : 'rows.paid')}>{price(amount, 'USD')}</Fact>}
      <Fact label={t('states.label')}>
        <Badge state={BADGES[status]}>{t(`states.${status}`)}</Badge>
      </Fact>
    </>
  );
}

/** Explains the status of the order and the next step. */
export function OrderNotice({ user }: { user: User }) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const { status, tariff_change: ordered } = user;
  const { day } = useFormat();
  const names = { tariff: t(`tariffs:names.${user.tariff}`), end: user.tariff_end_date && day(user.tariff_end_date) };
  if (canExtend(user))
    return (
      <Notice
        tone="info"
        action={
          <ButtonLink look="quiet" size="small" to={accountPath('tariff')}>
            {t('card.extend')}
          </ButtonLink>
        }
      >
        {t('card.ending', names)}
      </Notice>
    );
  if (status === 'completed') return <Notice tone="info">{t('card.completed', names)}</Notice>;
  if (!status || !ordered) return null;
  const after = isRenewal(user) ? t('card.afterEnd', names) : t('card.after', { tariff: t(`tariffs:names.${ordered}`) });
  if (status === 'confirmed') return <Notice tone="info">{after}</Notice>;
  return (
    <Notice
      action={
        <ButtonLink look="quiet" size="small" to={accountPath('order')}>
          {t('card.open')}
        </ButtonLink>
      }
    >
      <b>{t(isRenewal(user) ? 'card.extending' : 'card.waiting')}</b> {after}
    </Notice>
  );
}
