import { useTranslation } from 'react-i18next';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { CostList } from './cost-list.tsx';
import type { CsvTable } from './csv-table.ts';

/** What was spent by group. */
export function CostGroups({ groups, currency }: { groups: VehicleStatistics['groups']; currency: Currency }) {
  const { t } = useTranslation('statistics');
  const lines = groups.map(({ group, ...sum }) => ({ key: group, name: t(`groups.${group}`), ...sum }));
  const tableOf = (): CsvTable => ({
    head: [t('groups.column'), t('records'), t('csv.cost', { currency })],
    rows: lines.map(({ name, records, cost }) => [name, records, cost]),
  });
  return <CostList title={t('groups.title')} lines={lines} rest={[]} currency={currency} tableOf={tableOf} />;
}
