import { useTranslation } from 'react-i18next';
import type { AllStatistics, VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { useSums } from '../../i18n/use-sums.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LeftOut } from '../../ui/left-out.tsx';
import styles from './costs.module.css';
import { NoDistance } from './no-distance.tsx';
import type { Shown } from './period.ts';

interface CostFiguresProps {
  /** Without a unit there is no distance: several vehicles have different ones. */
  figures: VehicleStatistics | AllStatistics;
  shown: Shown;
}

/** The main figures of a period. A bicycle has no distance: its readings are years. */
export function CostFigures({ figures, shown: { period, today, currency } }: CostFiguresProps) {
  const { records, totalCost, otherCurrencies } = figures;
  const { t } = useTranslation('statistics');
  const { number, day } = useFormat();
  const { sum } = useSums();
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
        <Fact label={t('total')}>{sum(totalCost, currency, otherCurrencies)}</Fact>
        <Fact label={t('records')}>{number(records)}</Fact>
        {'unit' in figures && <UnitCosts figures={figures} currency={currency} />}
      </Facts>
      <Basis figures={figures} currency={currency} />
    </section>
  );
}

interface FiguresProps<Figures> {
  figures: Figures;
  currency: Currency;
}

/** Distance, and what it costs. */
function UnitCosts({ figures, currency }: FiguresProps<VehicleStatistics>) {
  const { unit, groups, distance, distanceReason, costPerUnit, runningCostPerUnit, energyCost } = figures;
  const { depreciation, fullCostPerUnit } = figures;
  const { t } = useTranslation('statistics');
  const { money, day } = useFormat();
  const reading = useReading();
  const perUnit = useCostPerUnit();
  const lost = depreciation && (
    <Fact label={t('depreciation')}>
      {money(depreciation.amount, currency)} <small>{t('until', { day: day(depreciation.valueOn) })}</small>
    </Fact>
  );
  if (unit === 'year') return lost;
  const hasStanding = groups.some(({ group }) => group === 'standing');
  return (
    <>
      <Fact label={t(`distance.${unit}`)}>{distance === null ? <NoDistance reason={distanceReason} /> : reading(distance, unit)}</Fact>
      <Fact label={t(`perUnit.${unit}`)}>
        {costPerUnit === null ? (
          <NoDistance reason={distanceReason}>{distance !== null && t('tooShort')}</NoDistance>
        ) : (
          perUnit(costPerUnit, currency)
        )}
      </Fact>
      {hasStanding && runningCostPerUnit !== null && <Fact label={t('withoutStanding')}>{perUnit(runningCostPerUnit, currency)}</Fact>}
      {lost}
      {fullCostPerUnit !== null && <Fact label={t(`fullPer.${unit}`)}>{perUnit(fullCostPerUnit, currency)}</Fact>}
      {energyCost !== null && <Fact label={t(`energyPer.${unit}`)}>{money(energyCost, currency)}</Fact>}
    </>
  );
}

/** What the sums leave out: other currencies, instalments of loans, and fills whose amount is not known. */
export function useLeftOut({ loan, withoutAmount, otherCurrencies }: VehicleStatistics | AllStatistics, currency: Currency): string[] {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const { sum } = useSums();
  const hasLoan = loan.records > 0 || loan.otherCurrencies.length > 0;
  return [
    ...(otherCurrencies.length > 0 ? [t('otherCurrencies', { currency })] : []),
    ...(hasLoan ? [t('loan', { sum: sum(loan.cost, currency, loan.otherCurrencies) })] : []),
    ...(withoutAmount > 0 ? [t('withoutAmount', { count: withoutAmount, value: number(withoutAmount) })] : []),
  ];
}

/** What the sums contain, and what they leave out. */
function Basis({ figures, currency }: FiguresProps<VehicleStatistics | AllStatistics>) {
  const { t } = useTranslation('statistics');
  const leftOut = useLeftOut(figures, currency);
  const isDistorted = 'unit' in figures && figures.costPerUnit !== null && figures.isUnderYear;
  return (
    <>
      <p className={styles.hint}>{[t('basis'), ...leftOut, ...(isDistorted ? [t('underYear')] : [])].join(' ')}</p>
      {'hidden' in figures && <LeftOut hidden={figures.hidden} archived={figures.archived} className={styles.hint} />}
    </>
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
