import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartPrice } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import chart from '../../ui/chart.module.css';
import buttons from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StepChart } from '../../ui/step-chart.tsx';
import { useChange } from './cost-years.tsx';
import styles from './costs.module.css';
import { CsvButton, CsvScopeContext } from './csv-button.tsx';
import { type CsvTable, percentOf } from './csv-table.ts';
import { type PriceRow, priceRowsOf } from './price-rows.ts';
import { partPricesQuery } from './statistics.queries.ts';

interface PartPricesProps {
  vehicleId: number;
  unit: ReadingUnit;
  /** Code of the part; undefined closes the dialog. */
  code: string | undefined;
  currency: Currency;
  onClose: () => void;
}

/** What a part has cost each time, in a dialog. */
export function PartPrices({ vehicleId, unit, code, currency, onClose }: PartPricesProps) {
  const { t } = useTranslation(['statistics', 'shell']);
  const scope = use(CsvScopeContext);
  const title = t('prices.title', { code: code ?? '' });
  return (
    <Dialog isOpen={code !== undefined} title={title} onClose={onClose} isWide>
      <CsvScopeContext value={scope && { name: scope.name, period: t('period.all') }}>
        {code !== undefined && <Prices {...{ vehicleId, unit, code, title, currency }} />}
      </CsvScopeContext>
      <div className={buttons.buttons}>
        <Button look="quiet" onClick={onClose}>
          {t('shell:close')}
        </Button>
      </div>
    </Dialog>
  );
}

type PricesProps = Omit<PartPricesProps, 'onClose'> & { code: string; title: string };

function Prices({ vehicleId, unit, code, title, currency }: PricesProps) {
  const { t } = useTranslation('statistics');
  const { data, error, isFetching, refetch } = useQuery(partPricesQuery(vehicleId, code));
  if (!data && error && !isFetching)
    return (
      <div className={styles.history}>
        <LoadFailure error={error} fallback="vehicleStatisticsApi.500" onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className={styles.history} aria-busy="true">
        <Skeleton height={160} count={2} />
      </div>
    );
  return (
    <div className={styles.history}>
      {data.length === 0 ? <p>{t('prices.empty')}</p> : <History {...{ prices: data, unit, code, title, currency }} />}
    </div>
  );
}

interface HistoryProps extends Pick<PartPricesProps, 'unit' | 'currency'> {
  prices: readonly PartPrice[];
  code: string;
  title: string;
}

function History({ prices, unit, code, title, currency }: HistoryProps) {
  const { t } = useTranslation('statistics');
  const { money, day, number } = useFormat();
  const rows = priceRowsOf(prices);
  const values = prices.map(({ price }) => price);
  const tableOf = (): CsvTable => ({
    head: [
      ...[t('csv.day'), t('csv.price', { currency }), t('csv.change')],
      ...(unit === 'year' ? [t('spans.columns.year')] : [t('csv.reading', { unit: t(`units.${unit}`) })]),
      t('csv.operation'),
    ],
    rows: rows.map(({ performedOn, price, change, reading, operationName }) => [
      ...[performedOn, price, percentOf(change), reading || null, operationName],
    ]),
  });
  return (
    <>
      <StepChart
        title={title}
        description={t('prices.description', {
          count: prices.length,
          low: money(Math.min(...values), currency),
          high: money(Math.max(...values), currency),
        })}
        points={rows.map(({ key, performedOn, price }) => ({ key, when: performedOn, value: price })).reverse()}
        nameOf={day}
        textOf={(value) => money(value, currency)}
        scaleOf={(value) => number(value, { notation: 'compact', maximumFractionDigits: 1 })}
      />
      <div className={styles.download}>
        <CsvButton title={`${t('prices.link')} ${code}`} tableOf={tableOf} />
      </div>
      <PriceTable {...{ rows, unit, title, currency }} />
    </>
  );
}

interface PriceTableProps extends Omit<HistoryProps, 'prices' | 'code'> {
  rows: readonly PriceRow[];
}

function PriceTable({ rows, unit, title, currency }: PriceTableProps) {
  const { t } = useTranslation('statistics');
  const { money, day } = useFormat();
  const reading = useReading();
  const changeOf = useChange();
  return (
    <table className={`${chart.figures} ${styles.priceTable}`}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('prices.columns.day')}</th>
          <th scope="col">{t('prices.columns.work')}</th>
          <th scope="col">{t('prices.columns.price')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {day(row.performedOn)} {row.reading > 0 && <small>{reading(row.reading, unit)}</small>}
            </th>
            <td>{row.operationName}</td>
            <td>
              {money(row.price, currency)} {row.change !== null && <small>{changeOf(row.change)}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
