import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuelConsumption } from '#contract/consumption.ts';
import type { Fuel } from '#contract/fuels.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import costs from '../costs.module.css';
import { ConsumptionChart } from './consumption-chart.tsx';
import type { Measured } from './measured.ts';
import { PriceChart } from './price-chart.tsx';

/** Consumption and price over time, of one fuel at a time, because each has its own scale. */
export function FuelCharts({ rows, measured }: { rows: readonly FuelConsumption[]; measured: Measured }) {
  const { t } = useTranslation(['fuel', 'entries']);
  const [fuel, setFuel] = useState<Fuel>();
  const row = rows.find((one) => one.fuel === fuel) ?? rows[0];
  if (!row) return null;
  return (
    <>
      {rows.length > 1 && (
        <div className={costs.part}>
          <SegmentedControl
            label={t('fuel')}
            options={rows.map((one) => ({ value: one.fuel, label: t(`entries:fuel.${one.fuel}`) }))}
            value={row.fuel}
            onChange={setFuel}
          />
        </div>
      )}
      <ConsumptionChart key={row.fuel} row={row} measured={measured} />
      {row.prices.length > 1 && <PriceChart row={row} measured={measured} />}
    </>
  );
}
