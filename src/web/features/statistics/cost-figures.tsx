import { useTranslation } from 'react-i18next';
import type { AllStatistics, VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LeftOut } from '../../ui/left-out.tsx';
import styles from './costs.module.css';
import { NoDistance } from './no-distance.tsx';
import type { Shown } from './period.ts';

interface CostFiguresProps {
  /** Without a unit there is no distance: several vehicles have different ones. */
  figures: Pick<VehicleStatistics, 'records' | 'totalCost'> &
    Partial<Pick<VehicleStatistics, 'unit' | 'distance' | 'distanceReason' | 'costPerUnit'>> &
    Partial<Pick<AllStatistics, 'hidden' | 'archived'>>;
  shown: Shown;
}

/** The main figures of a period. A bicycle has no distance: its readings are years. */
export function CostFigures({ figures, shown: { period, today, currency } }: CostFiguresProps) {
  const { unit, records, totalCost, distance = null, distanceReason, costPerUnit = null, hidden = 0, archived = 0 } = figures;
  const { t } = useTranslation('statistics');
  const { money, number, day } = useFormat();
  const reading = useReading();
  const perUnit = useCostPerUnit();
  return (
    <section className={styles.part}>
      <h3 className="visually-hidden">{t('figures')}</h3>
      {(period.from || period.to) && (
        <p className={styles.hint}>
          {period.from
            ? t('period.days', { from: day(period.from), to: day(period.to ?? today) })
            : t('until', { day: day(period.to ?? today) })}
        </p>
      )}
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
      {costPerUnit !== null && <p className={styles.hint}>{t('basis')}</p>}
      <LeftOut hidden={hidden} archived={archived} className={styles.hint} />
    </section>
  );
}

/** Formats the cost of a kilometre, mile or hour; below 1, it has two significant digits. */
export function useCostPerUnit(): (costPerUnit: number, currency: Currency) => string {
  const { money, number } = useFormat();
  return (costPerUnit, currency) => {
    if (costPerUnit >= 1) return money(costPerUnit, currency);
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    return number(costPerUnit, { ...style, minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
  };
}
