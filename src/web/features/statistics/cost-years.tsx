import { useTranslation } from 'react-i18next';
import type { YearChange } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { useFormat } from '../../i18n/use-format.ts';
import chart from '../../ui/chart.module.css';
import { CostSection } from './cost-section.tsx';
import styles from './costs.module.css';
import { type CsvTable, percentOf } from './csv-table.ts';
import { YearLimits } from './year-limits.tsx';

/** Formats a ratio of change: +25 %. */
export function useChange(): (change: number) => string {
  const { number } = useFormat();
  return (change) => number(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/** Each year next to the one before, newest first. */
export function CostYears({ years, currency }: { years: readonly YearChange[]; currency: Currency }) {
  const { t } = useTranslation('statistics');
  const { money } = useFormat();
  const changeOf = useChange();
  const rows = [...years].reverse();
  const tableOf = (): CsvTable => ({
    head: [t('spans.columns.year'), t('csv.since'), t('csv.until'), t('csv.cost', { currency }), t('csv.change')],
    rows: rows.map(({ year, since, until, cost, change }) => [year, since, until, cost, percentOf(change)]),
  });
  return (
    <CostSection title={t('years.title')} tableOf={tableOf}>
      <table className={chart.figures}>
        <caption className="visually-hidden">{t('years.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('spans.columns.year')}</th>
            <th scope="col">{t('spans.columns.cost')}</th>
            <th scope="col">{t('years.change')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ year, since, until, cost, change }) => (
            <tr key={year}>
              <th scope="row">
                {year} <YearLimits since={since} until={until} />
              </th>
              <td>{money(cost, currency)}</td>
              <td>{change === null ? t('none') : changeOf(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{t('years.hint')}</p>
    </CostSection>
  );
}
