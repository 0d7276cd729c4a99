import { REPORTS_PER_HOUR } from '#contract/limits.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { accountLimitService } from '../buckets/account-limit.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import type { WholeHistory } from '../entries/whole-history.service.ts';
import type { ReportedPlans } from '../plan/reported-plans.service.ts';
import type { StatisticsService } from '../statistics/statistics.service.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { reportsRoutes } from './reports.routes.ts';
import { reportsService } from './reports.service.ts';

/** PDFs of vehicles with their histories. */
export function reportsFeature(
  { store, clock, images, reports }: Deps,
  { images: photos, onError }: { images: ImagesService; onError: (error: unknown) => void },
  book: { access: VehicleAccess; vehicles: VehiclesService; statistics: StatisticsService; history: WholeHistory; plans: ReportedPlans },
): Feature {
  const service = reportsService({
    ...book,
    photos,
    images,
    reports,
    limits: accountLimitService({
      work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })),
      clock,
      name: 'reports',
      perHour: REPORTS_PER_HOUR,
      codes: { limit: 'reportsApi.limit', running: 'reportsApi.running' },
    }),
    clock,
    onError,
  });
  return { routes: reportsRoutes(service) };
}
