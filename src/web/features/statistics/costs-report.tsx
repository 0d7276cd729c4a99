import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllStatistics, PartCost, VehicleStatistics } from '#contract/statistics.ts';
import { CostFigures } from './cost-figures.tsx';
import { CostGroups } from './cost-groups.tsx';
import { CostList } from './cost-list.tsx';
import { CostMonths } from './cost-months.tsx';
import type { CsvTable } from './csv-table.ts';
import { Distances } from './distances.tsx';
import { ExtendedCosts } from './extended-costs.tsx';
import type { Shown } from './period.ts';

interface CostsReportProps {
  figures: VehicleStatistics | AllStatistics;
  shown: Shown;
  hasForecast: boolean;
  /** Shown after the details of a part. */
  renderPart?: (part: PartCost) => ReactNode;
  /** Shown after the months. */
  children?: ReactNode;
}

/** All figures of a vehicle, or of all together, in a period. */
export function CostsReport({ figures, shown, hasForecast, renderPart, children }: CostsReportProps) {
  const { t } = useTranslation('statistics');
  const { currency } = shown;
  const { operations, others } = figures;
  const tableOf = (): CsvTable => ({
    head: [t('csv.operation'), t('records'), t('csv.cost', { currency })],
    rows: [
      ...operations.map(({ name, records, cost }) => [name, records, cost]),
      ...(others.records > 0 ? [[t('operations.others'), others.records, others.cost]] : []),
    ],
  });
  const unit = 'unit' in figures ? figures.unit : undefined;
  return (
    <>
      <CostFigures figures={figures} shown={shown} />
      <CostGroups groups={figures.groups} currency={currency} />
      <CostMonths figures={figures} unit={unit} shown={shown} />
      {'unit' in figures && <Distances figures={figures} shown={shown} />}
      {children}
      {operations.length > 0 && (
        <CostList
          title={t('operations.title')}
          lines={operations.map((operation) => ({ key: operation.name, ...operation }))}
          rest={[{ name: t('operations.others'), ...others }]}
          currency={currency}
          tableOf={tableOf}
        />
      )}
      {figures.extended && (
        <ExtendedCosts figures={figures.extended} currency={currency} hasForecast={hasForecast} renderPart={renderPart} />
      )}
    </>
  );
}
