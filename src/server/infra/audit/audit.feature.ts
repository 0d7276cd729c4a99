import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { auditRepo } from './audit.repo.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditLogService } from './audit-log.service.ts';

/** The audit log in the admin panel. */
export const auditFeature = ({ store }: Deps): Feature => ({
  routes: auditRoutes(auditLogService({ work: workOf(store, (db) => ({ audit: auditRepo(db) })) })),
});
