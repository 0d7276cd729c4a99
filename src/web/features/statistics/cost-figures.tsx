import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from './costs.module.css';

interface CostFiguresProps {
  figures: Pick<VehicleStatistics, 'unit' | 'records' | 'totalCost' | 'distance' | 'costPerUnit'>;
  currency: Currency;
}

/** The main figures of a period. A bicycle has no distance: its readings are years. */
export function CostFigures({ figures: { unit, records, totalCost, distance, costPerUnit }, currency }: CostFiguresProps) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const reading = useReading();
  return (
    <section className={styles.part}>
      <h3 className="visually-hidden">{t('figures')}</h3>
      <Facts className={styles.main}>
        <Fact label={t('total')}>{money(totalCost, currency)}</Fact>
        <Fact label={t('records')}>{number(records)}</Fact>
        {unit !== 'year' && (
          <>
            <Fact label={t(`distance.${unit}`)}>{distance === null ? <Missing /> : reading(distance, unit)}</Fact>
            <Fact label={t(`perUnit.${unit}`)}>{costPerUnit === null ? <Missing /> : <CostPerUnit {...{ costPerUnit, currency }} />}</Fact>
          </>
        )}
      </Facts>
    </section>
  );
}

/** Below 1, the amount has up to four decimals. */
function CostPerUnit({ costPerUnit, currency }: { costPerUnit: number; currency: Currency }): ReactNode {
  const { money, number } = useFormat();
  if (costPerUnit >= 1) return money(costPerUnit, currency);
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return number(costPerUnit, { ...style, minimumFractionDigits: 2, maximumFractionDigits: 4 });
}

function Missing() {
  const { t } = useTranslation('statistics');
  return (
    <>
      {t('none')} <small>{t('needsReadings')}</small>
    </>
  );
}
