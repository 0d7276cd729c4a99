import { useTranslation } from 'react-i18next';
import type { VehicleStatistics } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import { CostFigures } from './cost-figures.tsx';
import { CostList } from './cost-list.tsx';
import { CostMonths } from './cost-months.tsx';
import { ExtendedCosts } from './extended-costs.tsx';
import type { ShownPeriod } from './period.ts';

interface CostsReportProps {
  figures: VehicleStatistics;
  period: ShownPeriod;
  today: string;
  currency: Currency;
  hasForecast: boolean;
}

/** All figures of a vehicle in a period. */
export function CostsReport({ figures, period, today, currency, hasForecast }: CostsReportProps) {
  const { t } = useTranslation('statistics');
  return (
    <>
      <CostFigures figures={figures} currency={currency} />
      <CostMonths figures={figures} period={period} today={today} currency={currency} />
      <CostList
        title={t('operations.title')}
        lines={figures.operations.map((operation) => ({ key: operation.name, ...operation }))}
        others={figures.others}
        othersName={t('operations.others')}
        currency={currency}
      />
      {figures.extended && <ExtendedCosts figures={figures.extended} currency={currency} hasForecast={hasForecast} />}
    </>
  );
}
