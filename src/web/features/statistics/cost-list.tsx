import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sumOfAmounts } from '#contract/money.ts';
import type { Sum } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { CostSection } from './cost-section.tsx';
import styles from './costs.module.css';
import type { CsvTable } from './csv-table.ts';

interface Line extends Sum {
  key: string;
  name: string;
  /** Shown after the number of records. */
  details?: ReactNode;
}

interface CostListProps {
  title: string;
  lines: readonly Line[];
  /** Sums of what is not listed, with their names; empty ones are not shown. */
  rest: readonly (Sum & { name: string })[];
  /** Below the list. */
  hint?: string;
  currency: Currency;
  tableOf: () => CsvTable;
}

/** Costs by name, joined by dotted leaders, with the total below a double rule. */
export function CostList({ title, lines, rest, hint, currency, tableOf }: CostListProps) {
  const { t } = useTranslation('statistics');
  const { money, number } = useFormat();
  const countOf = (records: number): string => t('count', { count: records, value: number(records) });
  const total = sumOfAmounts([...lines, ...rest].map(({ cost }) => cost));
  return (
    <CostSection title={title} tableOf={tableOf}>
      <Facts className={styles.list}>
        {lines.map(({ key, name, records, cost, details }) => (
          <Fact
            key={key}
            label={
              <>
                <b>{isolated(name)}</b> <small>{countOf(records)}</small>
                {details && <small>{details}</small>}
              </>
            }
          >
            {money(cost, currency)}
          </Fact>
        ))}
        {rest.map(
          ({ name, records, cost }) =>
            records > 0 && (
              <Fact
                key={name}
                label={
                  <>
                    {name} <small>{countOf(records)}</small>
                  </>
                }
              >
                {money(cost, currency)}
              </Fact>
            ),
        )}
        <Fact label={t('total')}>{money(total, currency)}</Fact>
      </Facts>
      {hint && <p className={styles.hint}>{hint}</p>}
    </CostSection>
  );
}
