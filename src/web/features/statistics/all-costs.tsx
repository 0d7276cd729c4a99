import { useTranslation } from 'react-i18next';
import { ComparedVehicles } from './compared-vehicles.tsx';
import { CostsReport } from './costs-report.tsx';
import { CostsView } from './costs-view.tsx';
import { allStatisticsQuery } from './statistics.queries.ts';

/** The costs of all usable vehicles together. */
export function AllCosts() {
  const { t } = useTranslation('statistics');
  return (
    <CostsView queryOf={allStatisticsQuery} heading={<h2 className="visually-hidden">{t('title')}</h2>} name={t('all.title')}>
      {(figures, shown) => (
        <CostsReport figures={figures} shown={shown} hasForecast>
          {figures.extended && <ComparedVehicles vehicles={figures.extended.vehicles} currency={shown.currency} />}
        </CostsReport>
      )}
    </CostsView>
  );
}
