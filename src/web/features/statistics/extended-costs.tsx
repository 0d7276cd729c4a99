import { useTranslation } from 'react-i18next';
import type { VehicleStatistics, YearChange } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { CostList } from './cost-list.tsx';
import styles from './costs.module.css';

interface ExtendedCostsProps {
  figures: NonNullable<VehicleStatistics['extended']>;
  currency: Currency;
  /** False for an archived vehicle. */
  hasForecast: boolean;
}

/** What only business sees: the forecast, the years beside each other, and the parts. */
export function ExtendedCosts({ figures: { forecast, yearOverYear, parts, otherParts }, currency, hasForecast }: ExtendedCostsProps) {
  const { t } = useTranslation('statistics');
  const { money, day } = useFormat();
  return (
    <>
      {hasForecast && (
        <section className={styles.part}>
          <h3>{t('forecast.title')}</h3>
          {forecast === null ? (
            <p className={styles.hint}>{t('forecast.none')}</p>
          ) : (
            <p>
              {t('forecast.about', { sum: money(forecast, currency) })} <small className={styles.hint}>{t('forecast.basis')}</small>
            </p>
          )}
        </section>
      )}
      {yearOverYear.length > 1 && <Years years={yearOverYear} currency={currency} />}
      {parts.length > 0 && (
        <CostList
          title={t('parts.title')}
          lines={parts.map(({ name, code, records, cost, lastPrice, lastDay }) => ({
            ...{ key: `${code} ${name}`, name, records, cost },
            details: (
              <>
                {code !== '' && <>{isolated(code)}, </>}
                {t('parts.last', { price: money(lastPrice, currency), day: day(lastDay) })}
              </>
            ),
          }))}
          others={otherParts}
          othersName={t('parts.others')}
          currency={currency}
        />
      )}
    </>
  );
}

function Years({ years, currency }: { years: readonly YearChange[]; currency: Currency }) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const changeOf = (change: number): string => number(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return (
    <section className={styles.part}>
      <h3>{t('years.title')}</h3>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('years.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('spans.columns.year')}</th>
            <th scope="col">{t('spans.columns.cost')}</th>
            <th scope="col">{t('years.change')}</th>
          </tr>
        </thead>
        <tbody>
          {[...years].reverse().map(({ year, cost, change }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              <td>{money(cost, currency)}</td>
              <td>{change === null ? t('none') : changeOf(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{t('years.hint')}</p>
    </section>
  );
}
