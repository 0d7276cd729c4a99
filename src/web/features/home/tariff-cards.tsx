import { useTranslation } from 'react-i18next';
import { TARIFFS } from '#contract/tariffs.ts';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { useIsPaymentActive, usePrices } from '../../api/page-content.ts';
import { Button } from '../../ui/button.tsx';
import { TariffCard } from './tariff-card.tsx';
import styles from './tariffs.module.css';

export function TariffCards() {
  const { t } = useTranslation(['home', 'shell']);
  const own = useOwnTariff();
  const isPaymentActive = useIsPaymentActive();
  const { data: prices, isError, isFetching, refetch } = usePrices();
  const isFailed = isError && !prices && !isFetching;
  return (
    <section className={styles.tariffs} aria-labelledby="tariffs">
      <h2 id="tariffs">{t('tariffs.title')}</h2>
      <p className={styles.lead}>{t('tariffs.lead')}</p>
      {isFailed && (
        <p className={styles.failed} role="alert">
          {t('tariffs.failed')}
          <Button look="quiet" size="small" onClick={() => void refetch()}>
            {t('shell:again')}
          </Button>
        </p>
      )}
      <div className={styles.cards}>
        {TARIFFS.map((tariff) => (
          <TariffCard
            key={tariff}
            tariff={tariff}
            price={prices?.find((price) => price.tariff === tariff)?.price}
            isLoading={isFetching}
            isCurrent={tariff === own}
            isBlocked={tariff !== 'basic' && !isPaymentActive}
          />
        ))}
      </div>
    </section>
  );
}
