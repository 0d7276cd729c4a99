import { EXPORTS_PER_HOUR } from '#contract/limits.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { accountLimitService } from '../buckets/account-limit.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import type { UsersService } from '../users/users.service.ts';
import { exportRoutes } from './export.routes.ts';
import { exportService } from './export.service.ts';
import type { ExportSources } from './export-files.service.ts';

/** All data of an account as a ZIP; each feature offers its part. */
export function exportFeature(
  { store, clock }: Deps,
  { users, images }: { users: UsersService; images: ImagesService },
  parts: Pick<ExportSources, 'orders' | 'payments' | 'vehicles' | 'entries' | 'values' | 'plans'>,
): Feature {
  const limits = accountLimitService({
    work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })),
    clock,
    name: 'exports',
    perHour: EXPORTS_PER_HOUR,
    codes: { limit: 'exportApi.limit', running: 'exportApi.running' },
  });
  return { routes: exportRoutes(exportService({ ...parts, users, photos: images, limits, clock })) };
}
