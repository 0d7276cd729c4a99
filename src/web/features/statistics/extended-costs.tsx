import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartCost, VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { CostList } from './cost-list.tsx';
import { CostSection } from './cost-section.tsx';
import { CostYears } from './cost-years.tsx';
import styles from './costs.module.css';
import type { CsvTable } from './csv-table.ts';

interface ExtendedCostsProps {
  figures: NonNullable<VehicleStatistics['extended']>;
  currency: Currency;
  /** False for an archived vehicle. */
  hasForecast: boolean;
  /** Shown after the details of a part. */
  renderPart: ((part: PartCost) => ReactNode) | undefined;
}

const FORECAST_PARTS = ['planned', 'energy', 'irregular', 'standing'] as const;

/** What only business sees: the forecast, the years side by side, and the parts. */
export function ExtendedCosts({ figures, currency, hasForecast, renderPart }: ExtendedCostsProps) {
  const { t } = useTranslation('statistics');
  const { money, price, day } = useFormat();
  const { forecast, yearOverYear, parts, otherParts, withoutPart } = figures;
  const rest = [
    { name: t('parts.others'), ...otherParts },
    { name: t('parts.without'), ...withoutPart },
  ].filter(({ records }) => records > 0);
  const tableOf = (): CsvTable => ({
    head: [t('csv.part'), t('csv.code'), t('records'), t('csv.cost', { currency }), t('csv.lastPrice', { currency }), t('csv.lastDay')],
    rows: [
      ...parts.map(({ name, code, records, cost, lastPrice, lastDay }) => [name, code, records, cost, lastPrice, lastDay]),
      ...rest.map(({ name, records, cost }) => [name, null, records, cost, null, null]),
    ],
  });
  return (
    <>
      {hasForecast && (
        <CostSection title={t('forecast.title')}>
          {forecast === null ? (
            <p className={styles.hint}>{t('forecast.none')}</p>
          ) : (
            <>
              <p>{t('forecast.about', { sum: price(forecast.total, currency) })}</p>
              <Facts>
                {FORECAST_PARTS.map(
                  (part) =>
                    forecast[part] !== 0 && (
                      <Fact key={part} label={t(`forecast.${part}`)}>
                        {price(forecast[part], currency)}
                      </Fact>
                    ),
                )}
              </Facts>
              <p className={styles.hint}>
                {t('forecast.basis')} {forecast.planned !== 0 && t('forecast.plannedBasis')}
              </p>
            </>
          )}
        </CostSection>
      )}
      {yearOverYear.length > 1 && <CostYears years={yearOverYear} currency={currency} />}
      {parts.length > 0 && (
        <CostList
          title={t('parts.title')}
          lines={parts.map((part) => ({
            ...{ key: `${part.code} ${part.name}`, name: part.name, records: part.records, cost: part.cost },
            details: (
              <>
                {part.code !== '' && <>{isolated(part.code)}, </>}
                {part.hasOtherNames && <>{t('parts.otherNames')}, </>}
                {t('parts.last', { price: money(part.lastPrice, currency), day: day(part.lastDay) })} {renderPart?.(part)}
              </>
            ),
          }))}
          rest={rest}
          hint={t('parts.hint')}
          currency={currency}
          tableOf={tableOf}
        />
      )}
    </>
  );
}
