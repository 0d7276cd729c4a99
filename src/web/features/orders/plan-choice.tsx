import { useTranslation } from 'react-i18next';
import type { Price } from '#contract/prices.ts';
import { PAID_TARIFFS, type PaidTariff, TARIFFS, type Tariff } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './tariff-form.module.css';

interface PlanChoiceProps {
  prices: readonly Price[];
  /** The user's current tariff. */
  current: Tariff;
  /** Only the current tariff can be chosen. */
  isFixed: boolean;
  value: PaidTariff;
  onChoose: (plan: PaidTariff) => void;
}

const paid = (tariff: Tariff) => PAID_TARIFFS.find((one) => one === tariff);

/** All tariffs with prices and features; only the paid ones can be chosen. */
export function PlanChoice({ prices, current, isFixed, value, onChoose }: PlanChoiceProps) {
  const { t } = useTranslation('orders');
  return (
    <fieldset className={styles.plans}>
      <legend>{t('form.plan')}</legend>
      {TARIFFS.map((tariff) => {
        const plan = paid(tariff);
        const about = (
          <TariffSummary tariff={tariff} price={prices.find((one) => one.tariff === tariff)?.price} isCurrent={tariff === current} />
        );
        if (!plan || (isFixed && plan !== current))
          return (
            <div key={tariff} className={styles.plan}>
              {about}
            </div>
          );
        return (
          <label key={tariff} className={styles.plan}>
            <input type="radio" name="tariff_change" value={plan} checked={plan === value} onChange={() => onChoose(plan)} />
            {about}
          </label>
        );
      })}
    </fieldset>
  );
}

function TariffSummary({ tariff, price, isCurrent }: { tariff: Tariff; price: number | undefined; isCurrent: boolean }) {
  const { t } = useTranslation(['orders', 'tariffs']);
  const format = useFormat();
  const gives = t(`tariffs:gives.${tariff}`, { returnObjects: true }) as string[];
  return (
    <span className={styles.about}>
      <span className={styles.name}>
        {t(`tariffs:names.${tariff}`)}
        {isCurrent && <Badge state="go">{t('form.current')}</Badge>}
      </span>
      <span className={styles.price}>
        {price === 0 ? t('tariffs:free') : price !== undefined && t('tariffs:perMonth', { price: format.price(price, 'USD') })}
      </span>
      <span className={styles.gives}>
        {gives.map((given) => (
          <span key={given}>{given}</span>
        ))}
      </span>
    </span>
  );
}
