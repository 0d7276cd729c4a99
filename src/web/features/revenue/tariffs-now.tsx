import { useTranslation } from 'react-i18next';
import { ENDING_DAYS, type TariffNow } from '#contract/revenue.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from './revenue.module.css';

const sumOf = (tariffs: readonly TariffNow[], field: 'users' | 'paying' | 'monthly' | 'ending' | 'at_stake'): number =>
  tariffs.reduce((cents, tariff) => cents + Math.round(tariff[field] * 100), 0) / 100;

/** Recurring revenue and users, in total and by tariff. */
export function TariffsNow({ tariffs }: { tariffs: readonly TariffNow[] }) {
  const { t } = useTranslation(['adminReports', 'tariffs']);
  const { money, number } = useFormat();
  const dollars = (amount: number): string => money(amount, 'USD');
  return (
    <section>
      <h2 className={styles.title}>{t('revenue.now.title')}</h2>
      <Facts className={styles.main}>
        <Fact label={t('revenue.now.monthly')}>{dollars(sumOf(tariffs, 'monthly'))}</Fact>
        <Fact label={t('revenue.now.paying')}>{number(sumOf(tariffs, 'paying'))}</Fact>
        <Fact label={t('revenue.now.ending', { days: ENDING_DAYS })}>{number(sumOf(tariffs, 'ending'))}</Fact>
        <Fact label={t('revenue.now.atStake')}>{dollars(sumOf(tariffs, 'at_stake'))}</Fact>
      </Facts>
      <div className={styles.tariffs}>
        {tariffs.map(({ tariff, users, paying, monthly, ending, at_stake }) => (
          <section key={tariff}>
            <h3>{t(`tariffs:names.${tariff}`)}</h3>
            <Facts>
              <Fact label={t('revenue.now.users')}>{number(users)}</Fact>
              {tariff !== 'basic' && (
                <>
                  <Fact label={t('revenue.now.paying')}>{number(paying)}</Fact>
                  <Fact label={t('revenue.now.monthly')}>{dollars(monthly)}</Fact>
                  <Fact label={t('revenue.now.ending', { days: ENDING_DAYS })}>{number(ending)}</Fact>
                  <Fact label={t('revenue.now.atStake')}>{dollars(at_stake)}</Fact>
                </>
              )}
            </Facts>
          </section>
        ))}
      </div>
      <p className={styles.hint}>{t('revenue.now.hint', { days: ENDING_DAYS })}</p>
    </section>
  );
}
