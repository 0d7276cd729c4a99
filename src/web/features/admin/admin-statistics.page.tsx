import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { revenueQuery } from '../revenue/revenue.queries.ts';
import { RevenueReport } from '../revenue/revenue-report.tsx';
import { VisitsReport, visitsQuery } from '../visits/visits-report.tsx';

const VIEWS = ['visits', 'revenue'] as const;

/** Part of a page, because it composes features: visits or revenue. The choice is in the URL. */
export function StatisticsTab() {
  const { t } = useTranslation('adminReports');
  const address = useListAddress();
  const view = address.choice('view', VIEWS);
  const visits = useQuery({ ...visitsQuery, enabled: view === 'visits' });
  const revenue = useQuery({ ...revenueQuery, enabled: view === 'revenue' });
  // The same component in both views, so that the pressed button keeps the focus.
  const common = {
    title: t(`${view}.title`),
    lead: t(`${view}.lead`),
    controls: (
      <SegmentedControl
        label={t('views')}
        options={VIEWS.map((value) => ({ value, label: t(`${value}.title`) }))}
        value={view}
        onChange={(value) => address.choose({ view: value === VIEWS[0] ? undefined : value })}
      />
    ),
    skeleton: { height: 260, count: 2 },
  };
  return view === 'visits' ? (
    <AdminTab {...common} query={visits}>
      {(days) => <VisitsReport visits={days} />}
    </AdminTab>
  ) : (
    <AdminTab {...common} query={revenue}>
      {(figures) => <RevenueReport revenue={figures} />}
    </AdminTab>
  );
}
