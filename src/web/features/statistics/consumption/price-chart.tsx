import { useTranslation } from 'react-i18next';
import type { FuelConsumption } from '#contract/consumption.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import chart from '../../../ui/chart.module.css';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { StepChart } from '../../../ui/step-chart.tsx';
import { CostSection } from '../cost-section.tsx';
import type { Measured } from './measured.ts';
import { useWhen } from './use-when.ts';

/** What one unit of a fuel has cost: fill by fill, or month by month if there are many. */
export function PriceChart({ row, measured: { currency } }: { row: FuelConsumption; measured: Measured }) {
  const { t } = useTranslation('fuel');
  const { number } = useFormat();
  const whenOf = useWhen();
  const points = row.prices.map(({ performedOn, value }, key) => ({ key, when: performedOn, value }));
  const values = points.map(({ value }) => value);
  const price = (value: number): string =>
    number(value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 3 });
  const title = t('prices');
  return (
    <CostSection title={title}>
      <StepChart
        title={title}
        description={t('pricesChart', { low: price(Math.min(...values)), high: price(Math.max(...values)) })}
        points={points}
        isNear
        nameOf={whenOf}
        textOf={price}
        scaleOf={(value) => number(value)}
      />
      <Disclosure summary={t('inFigures')}>
        <table className={chart.figures}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('columns.day')}</th>
              <th scope="col">{t('columns.price')}</th>
            </tr>
          </thead>
          <tbody>
            {[...points].reverse().map(({ key, when, value }) => (
              <tr key={key}>
                <th scope="row">{whenOf(when)}</th>
                <td>{price(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </CostSection>
  );
}
