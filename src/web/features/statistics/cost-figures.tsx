import { useTranslation } from 'react-i18next';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from './costs.module.css';
import { NoDistance } from './no-distance.tsx';

interface CostFiguresProps {
  /** Without a unit there is no distance: several vehicles have different ones. */
  figures: Pick<VehicleStatistics, 'records' | 'totalCost'> &
    Partial<Pick<VehicleStatistics, 'unit' | 'distance' | 'distanceReason' | 'costPerUnit'>>;
  currency: Currency;
}

/** The main figures of a period. A bicycle has no distance: its readings are years. */
export function CostFigures({ figures, currency }: CostFiguresProps) {
  const { unit, records, totalCost, distance = null, distanceReason, costPerUnit = null } = figures;
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const reading = useReading();
  const perUnit = useCostPerUnit();
  return (
    <section className={styles.part}>
      <h3 className="visually-hidden">{t('figures')}</h3>
      <Facts className={styles.main}>
        <Fact label={t('total')}>{money(totalCost, currency)}</Fact>
        <Fact label={t('records')}>{number(records)}</Fact>
        {unit !== undefined && unit !== 'year' && (
          <>
            <Fact label={t(`distance.${unit}`)}>
              {distance === null ? <NoDistance reason={distanceReason} /> : reading(distance, unit)}
            </Fact>
            <Fact label={t(`perUnit.${unit}`)}>
              {costPerUnit === null ? <NoDistance reason={distanceReason} /> : perUnit(costPerUnit, currency)}
            </Fact>
          </>
        )}
      </Facts>
    </section>
  );
}

/** Formats the cost of a kilometre, mile or hour; below 1, it has up to four decimals. */
export function useCostPerUnit(): (costPerUnit: number, currency: Currency) => string {
  const { money, number } = useFormat();
  return (costPerUnit, currency) => {
    if (costPerUnit >= 1) return money(costPerUnit, currency);
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    return number(costPerUnit, { ...style, minimumFractionDigits: 2, maximumFractionDigits: 4 });
  };
}
