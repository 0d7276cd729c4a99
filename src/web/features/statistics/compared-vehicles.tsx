import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { ComparedVehicle } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { useSums } from '../../i18n/use-sums.ts';
import { vehiclePath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import chart from '../../ui/chart.module.css';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '../../ui/table-roles.ts';
import styles from './compared-vehicles.module.css';
import { useCostPerUnit } from './cost-figures.tsx';
import { CostSection } from './cost-section.tsx';
import { type CsvTable, otherColumns, percentOf } from './csv-table.ts';

interface ComparedVehiclesProps {
  vehicles: readonly ComparedVehicle[];
  currency: Currency;
}

/** Rows shown at first; a click shows all. */
const SHOWN = 20;

/** The vehicles side by side, costliest first; each leads to its own costs in the same period. */
export function ComparedVehicles({ vehicles, currency }: ComparedVehiclesProps) {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const [isWhole, setWhole] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // The button is removed: the focus moves to the first row that it has added.
  useEffect(() => {
    if (isWhole) body.current?.rows[SHOWN]?.querySelector('a')?.focus({ preventScroll: true });
  }, [isWhole]);
  const title = t('compared.title');
  const others = otherColumns(vehicles);
  const tableOf = (): CsvTable => ({
    head: [
      ...[t('csv.make'), t('csv.model'), t('csv.year'), t('csv.number'), t('records'), t('csv.cost', { currency }), t('csv.share')],
      ...others.currencies.map((other) => t('csv.cost', { currency: other })),
      ...[t('csv.distanceAny'), t('csv.unit'), t('csv.perUnit', { currency })],
    ],
    rows: vehicles.map(({ brand, model, year, number: ownNumber, records, cost, otherCurrencies, share, distance, unit, costPerUnit }) => [
      ...[brand, model, year, ownNumber, records, cost, percentOf(share), ...others.cellsOf(otherCurrencies)],
      ...[distance, unit === 'year' ? null : t(`units.${unit}`), costPerUnit],
    ]),
  });
  const rows = isWhole ? vehicles : vehicles.slice(0, SHOWN);
  return (
    <CostSection title={title} tableOf={tableOf}>
      <table {...TABLE} className={`${chart.figures} ${styles.table}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            <th {...COLUMN_HEADER}>{t('compared.vehicle')}</th>
            <th {...COLUMN_HEADER}>{t('compared.share')}</th>
            <th {...COLUMN_HEADER}>{t('compared.distance')}</th>
            <th {...COLUMN_HEADER}>{t('compared.perUnit')}</th>
            <th {...COLUMN_HEADER}>{t('spans.columns.cost')}</th>
          </tr>
        </thead>
        <tbody {...ROW_GROUP} ref={body}>
          {rows.map((vehicle) => (
            <ComparedRow key={vehicle.id} vehicle={vehicle} currency={currency} />
          ))}
        </tbody>
      </table>
      {rows.length < vehicles.length && (
        <Button look="quiet" className={styles.more} onClick={() => setWhole(true)}>
          {t('compared.all', { value: number(vehicles.length), count: vehicles.length })}
        </Button>
      )}
    </CostSection>
  );
}

function ComparedRow({ vehicle, currency }: { vehicle: ComparedVehicle; currency: Currency }) {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const { sum } = useSums();
  const reading = useReading();
  const perUnit = useCostPerUnit();
  const period = new URLSearchParams(useLocation().search).get('period');
  const { id, brand, model, year, records, cost, otherCurrencies, share, distance, unit, costPerUnit } = vehicle;
  const to = { pathname: vehiclePath(id, 'statistics'), search: period ? `?${new URLSearchParams({ period })}` : '' };
  return (
    <tr {...ROW}>
      <th {...ROW_HEADER}>
        <Link to={to}>{isolated(`${brand} ${model}`)}</Link>
        <small>
          {year} · {isolated(vehicle.number)}
        </small>
        <small>{t('count', { count: records, value: number(records) })}</small>
      </th>
      <td {...CELL}>
        <span className={styles.share}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={100 * share} height="1" />
          </svg>
          <span>{number(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}</span>
        </span>
      </td>
      <td {...CELL} data-label={unit === 'year' ? undefined : t(`distance.${unit}`)} data-none={distance === null || undefined}>
        {distance === null ? t('none') : reading(distance, unit)}
      </td>
      <td {...CELL} data-label={unit === 'year' ? undefined : t(`perUnit.${unit}`)} data-none={costPerUnit === null || undefined}>
        {costPerUnit === null ? t('none') : perUnit(costPerUnit, currency)}
      </td>
      <td {...CELL}>{sum(cost, currency, otherCurrencies)}</td>
    </tr>
  );
}
