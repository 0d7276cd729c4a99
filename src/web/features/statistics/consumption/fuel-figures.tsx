import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FuelConsumption } from '#contract/consumption.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { entryPath } from '../../../vehicle-paths.ts';
import costs from '../costs.module.css';
import styles from './fuel.module.css';
import type { Measured } from './measured.ts';
import { useConsumption } from './use-consumption.ts';

interface FuelFiguresProps {
  rows: readonly FuelConsumption[];
  measured: Measured;
}

/** The figures of each fuel side by side; of several only the money is added. */
export function FuelFigures({ rows, measured }: FuelFiguresProps) {
  const { t } = useTranslation('fuel');
  const { money } = useFormat();
  const parts = rows.map(({ costPerDistance }) => costPerDistance);
  const together = parts.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
  return (
    <section className={costs.part} aria-label={t('title')}>
      <div className={styles.fuels}>
        {rows.map((row) => (
          <FuelRow key={row.fuel} row={row} measured={measured} />
        ))}
      </div>
      {rows.length > 1 && together !== null && (
        <p className={styles.together}>
          <span>{t(`together.${measured.unit}`)}</span>
          <span>{money(together, measured.currency)}</span>
        </p>
      )}
      {rows.length > 1 && <p className={costs.hint}>{t('bothFuels')}</p>}
    </section>
  );
}

function FuelRow({ row, measured }: { row: FuelConsumption; measured: Measured }) {
  const { t } = useTranslation(['fuel', 'entries']);
  const { figure, estimate, unitOf } = useConsumption();
  const { day } = useFormat();
  const { average, reason, basis, isApproximate } = row;
  const shown = average === null ? t('none') : basis === 'estimate' ? estimate(average) : figure(average);
  return (
    <div>
      <h3>{t(`entries:fuel.${row.fuel}`)}</h3>
      <p className={styles.average}>
        {isApproximate && '≈ '}
        {shown}{' '}
        <small>
          {unitOf(row)} {average !== null && t(basis === 'estimate' ? 'estimateOf' : 'averageOf')}
        </small>
      </p>
      {reason && <p className={costs.hint}>{t(`why.${reason}`)}</p>}
      <Remarks row={row} measured={measured} />
      <RowFacts row={row} measured={measured} />
      {row.tooMuchOnFuel && (
        <p className={costs.hint}>
          {t('tooMuchOnFuel', { from: day(row.tooMuchOnFuel.since), to: day(row.tooMuchOnFuel.performedOn) })}{' '}
          <Link to={entryPath(measured.vehicle.id, `fill:${row.tooMuchOnFuel.id}`)}>{t('openFill')}</Link>
        </p>
      )}
    </div>
  );
}

function Remarks({ row, measured: { unit } }: { row: FuelConsumption; measured: Measured }) {
  const { t } = useTranslation(['fuel', 'entries']);
  const { estimate } = useConsumption();
  const reading = useReading();
  const { average, fuel, basis, fills, distance, margin, isApproximate } = row;
  if (average === null) return null;
  const remarks = [
    basis === 'estimate' && t('estimate', { count: fills, distance: reading(distance, unit) }),
    margin !== null && t('margin', { value: t(`entries:consumption.${row.unit}`, { value: estimate(margin) }) }),
    basis === 'estimate' && fuel !== 'electric' && t('fillOnce'),
    basis === 'stretches' && isApproximate && t('levels'),
    fuel === 'electric' && t('losses'),
  ].filter((text) => text !== false);
  return remarks.length > 0 && <p className={costs.hint}>{remarks.join(' ')}</p>;
}

/** What the average is made of. Lowest and highest are numbers: for miles per gallon the lowest is the worst. */
function RowFacts({ row, measured: { unit, currency } }: { row: FuelConsumption; measured: Measured }) {
  const { t } = useTranslation('fuel');
  const { day, money, number } = useFormat();
  const { list } = useSums();
  const { figure, volume } = useConsumption();
  const reading = useReading();
  const ends = [row.best, row.worst].filter((end) => end !== null).sort((a, b) => a.value - b.value);
  const [lowest, highest] = [ends[0], ends.at(-1)];
  const price = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 3 } as const;
  return (
    <>
      <Facts className={styles.facts}>
        {row.distance > 0 && (
          <>
            <Fact label={t(`driven.${unit}`)}>{reading(row.distance, unit)}</Fact>
            <Fact label={t(row.volumeUnit === 'kWh' ? 'charged' : 'filled')}>{volume(row.volume, row)}</Fact>
          </>
        )}
        {lowest && highest && row.intervals > 1 && (
          <>
            <Fact label={t('lowest')}>{t('ofDay', { value: figure(lowest.value), day: day(lowest.performedOn) })}</Fact>
            <Fact label={t('highest')}>{t('ofDay', { value: figure(highest.value), day: day(highest.performedOn) })}</Fact>
          </>
        )}
        {row.onFuel && (
          <Fact label={t('onFuel')}>{t('ofDay', { value: figure(row.onFuel.average), day: reading(row.onFuel.distance, unit) })}</Fact>
        )}
        {row.pricePerUnit !== null && <Fact label={t(`price.${row.volumeUnit}`)}>{number(row.pricePerUnit, price)}</Fact>}
        {row.average !== null && (
          <Fact label={t(`cost.${unit}`)}>{row.costPerDistance === null ? t('none') : money(row.costPerDistance, currency)}</Fact>
        )}
      </Facts>
      {row.otherCurrencies.length > 0 ? (
        <p className={costs.hint}>{t('otherCurrencies', { sums: list(row.otherCurrencies) })}</p>
      ) : (
        row.average !== null && row.costPerDistance === null && <p className={costs.hint}>{t('noCost')}</p>
      )}
    </>
  );
}
