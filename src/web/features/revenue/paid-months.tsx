import { useTranslation } from 'react-i18next';
import { sumOfAmounts } from '#contract/money.ts';
import type { PaidMonth } from '#contract/revenue.ts';
import { PAID_TARIFFS } from '#contract/tariffs.ts';
import { formatMonth } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import chart from '../../ui/chart.module.css';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { StackedChart } from '../../ui/stacked-chart.tsx';
import styles from './revenue.module.css';

const sumOf = ({ amounts }: PaidMonth): number => sumOfAmounts(Object.values(amounts));

/** What came in by month: its value by tariff, and the money itself. */
export function PaidMonths({ months }: { months: readonly PaidMonth[] }) {
  const { t } = useTranslation(['adminReports', 'tariffs']);
  const { money, number } = useFormat();
  const language = useLanguage();
  const dollars = (amount: number): string => money(amount, 'USD');
  const nameOf = (month: string): string => formatMonth(month, language);
  const title = t('revenue.paid.title');
  const total = dollars(sumOfAmounts(months.map(sumOf)));
  const best = months.reduce((most, one) => (sumOf(one) > sumOf(most) ? one : most));
  return (
    <ChartFigure title={title} total={t('revenue.paid.total', { value: total })} hint={t('revenue.paid.hint')}>
      <StackedChart
        title={title}
        description={t('revenue.description', { total, when: nameOf(best.month), most: dollars(sumOf(best)) })}
        parts={PAID_TARIFFS.map((tariff) => t(`tariffs:names.${tariff}`))}
        stacks={months.map(({ month, amounts }) => ({ when: month, values: PAID_TARIFFS.map((tariff) => Math.max(0, amounts[tariff])) }))}
        nameOf={nameOf}
        textOf={dollars}
        scaleOf={(value) => number(value, { notation: 'compact', maximumFractionDigits: 1 })}
      />
      <Disclosure summary={t('revenue.inFigures')}>
        <table className={`${chart.figures} ${styles.table}`}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('visits.columns.month')}</th>
              {PAID_TARIFFS.map((tariff) => (
                <th key={tariff} scope="col">
                  {t(`tariffs:names.${tariff}`)}
                </th>
              ))}
              <th scope="col">{t('revenue.paid.sum')}</th>
              <th scope="col">{t('revenue.paid.money')}</th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map((row) => (
              <tr key={row.month}>
                <th scope="row">
                  {nameOf(row.month)} <small>{t('revenue.paid.payments', { count: row.payments, value: number(row.payments) })}</small>
                </th>
                {PAID_TARIFFS.map((tariff) => (
                  <td key={tariff}>{dollars(row.amounts[tariff])}</td>
                ))}
                <td>{dollars(sumOf(row))}</td>
                <td>{row.sums.length === 0 ? '–' : row.sums.map(({ currency, amount }) => money(amount, currency)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </ChartFigure>
  );
}
