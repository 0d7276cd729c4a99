import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { recordsRepo } from '../entries/records.repo.ts';
import type { StatisticsService } from '../statistics/statistics.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { reportLimitsService } from './report-limits.service.ts';
import { reportsRoutes } from './reports.routes.ts';
import { reportsService } from './reports.service.ts';

/** PDFs of vehicles with their histories. */
export function reportsFeature(
  { store, clock, images, reports }: Deps,
  { images: photos, onError }: { images: ImagesService; onError: (error: unknown) => void },
  book: { vehicles: VehiclesService; statistics: StatisticsService },
): Feature {
  const service = reportsService({
    work: workOf(store, (db) => ({ records: recordsRepo(db) })),
    ...book,
    currencyOf: async (userId) => (await usersRepo(store.db).find(userId))?.currency,
    photos,
    images,
    reports,
    limits: reportLimitsService({ work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })), clock }),
    clock,
    onError,
  });
  return { routes: reportsRoutes(service) };
}
