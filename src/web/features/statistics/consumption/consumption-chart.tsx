import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConsumptionPoint, FuelConsumption } from '#contract/consumption.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import chart from '../../../ui/chart.module.css';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import { entryPath } from '../../../vehicle-paths.ts';
import { CostSection } from '../cost-section.tsx';
import costs from '../costs.module.css';
import styles from './fuel.module.css';
import type { Measured } from './measured.ts';
import { useConsumption } from './use-consumption.ts';
import { useWhen } from './use-when.ts';

interface ChartProps {
  row: FuelConsumption;
  measured: Measured;
}

type Drawn = ConsumptionPoint & { value: number };

const isDrawn = (point: ConsumptionPoint): point is Drawn => point.value !== null;
const keyOf = ({ id, performedOn }: ConsumptionPoint): string => String(id ?? performedOn);
/** A chart of one point says nothing. */
const CHART_MIN = 2;
/** More gaps fill the screen; the table has all. */
const GAPS_MAX = 3;

/** The consumption of a fuel over time, with its gaps; nothing with fewer than two figures. */
export function ConsumptionChart({ row, measured }: ChartProps) {
  const { t } = useTranslation('fuel');
  const { number } = useFormat();
  const whenOf = useWhen();
  const { figure, withUnit, unitOf } = useConsumption();
  const [key, setKey] = useState<string>();
  const drawn = row.points.filter(isDrawn);
  const gaps = row.points.filter((point) => point.value === null);
  const chosen = drawn.find((point) => keyOf(point) === key) ?? drawn.at(-1);
  if (drawn.length < CHART_MIN) return null;
  const values = drawn.map(({ value }) => value);
  const title = t('overTime');
  return (
    <CostSection title={title}>
      <ul className={styles.key} aria-hidden="true">
        <li>{unitOf(row)}</li>
        {row.average !== null && <li data-line="average">{t('key.average', { value: figure(row.average) })}</li>}
        {gaps.length > 0 && <li data-line="gap">{t('key.gap')}</li>}
      </ul>
      <LineChart
        title={title}
        description={t('chart', { low: withUnit(Math.min(...values), row), high: withUnit(Math.max(...values), row) })}
        points={row.points.map((point) => ({ key: keyOf(point), when: point.performedOn, since: point.since, value: point.value }))}
        average={row.average}
        chosen={chosen && keyOf(chosen)}
        chooses={t('choose')}
        onChoose={setKey}
        nameOf={whenOf}
        textOf={(value) => withUnit(value, row)}
        scaleOf={(value) => number(value)}
      />
      {chosen && <Said point={chosen} row={row} measured={measured} />}
      {gaps.slice(-GAPS_MAX).map((gap) => (
        <Gap key={keyOf(gap)} gap={gap} vehicleId={measured.vehicle.id} />
      ))}
      <Disclosure summary={t('inFigures')}>
        <PointTable row={row} measured={measured} title={title} />
      </Disclosure>
    </CostSection>
  );
}

/** The chosen point in words. */
function Said({ point, row, measured: { unit } }: ChartProps & { point: Drawn }) {
  const { t } = useTranslation('fuel');
  const whenOf = useWhen();
  const { withUnit, volume } = useConsumption();
  const reading = useReading();
  const distance = point.distance === null ? '' : reading(point.distance, unit);
  const isStretch = point.id !== null && point.since !== null;
  return (
    <p className={styles.said} aria-live="polite">
      <b>{t('point.day', { day: whenOf(point.performedOn), value: withUnit(point.value, row) })}</b>
      <span>{isStretch ? t('point.stretch', { distance, day: whenOf(point.since ?? '') }) : distance}</span>
      {point.volume !== null && <span>{volume(point.volume, row)}</span>}
    </p>
  );
}

function Gap({ gap, vehicleId }: { gap: ConsumptionPoint; vehicleId: number }) {
  const { t } = useTranslation(['fuel', 'entries']);
  const whenOf = useWhen();
  const reason = gap.reason ? t(`entries:reason.${gap.reason}`) : '';
  return (
    <p className={`${costs.hint} ${styles.gaps}`}>
      {t('gap', { from: whenOf(gap.since ?? gap.performedOn), to: whenOf(gap.performedOn), reason })}{' '}
      {gap.id !== null && <Link to={entryPath(vehicleId, `fill:${gap.id}`)}>{t('openFill')}</Link>}
    </p>
  );
}

function PointTable({ row, measured: { unit }, title }: ChartProps & { title: string }) {
  const { t } = useTranslation(['fuel', 'entries']);
  const whenOf = useWhen();
  const { withUnit } = useConsumption();
  const reading = useReading();
  return (
    <table className={chart.figures}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.day')}</th>
          <th scope="col">{t('columns.distance')}</th>
          <th scope="col">{t('columns.consumption')}</th>
        </tr>
      </thead>
      <tbody>
        {[...row.points].reverse().map((point) => (
          <tr key={keyOf(point)}>
            <th scope="row">{whenOf(point.performedOn)}</th>
            <td>{point.distance === null ? t('none') : reading(point.distance, unit)}</td>
            <td>
              {point.value === null ? t('none') : withUnit(point.value, row)}{' '}
              {point.reason && <small>{t(`entries:reason.${point.reason}`)}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
