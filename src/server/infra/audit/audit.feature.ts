import type { Store } from '../../db/store.ts';
import { workOf } from '../../db/work.ts';
import { auditRepo } from './audit.repo.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditLogService } from './audit-log.service.ts';

/** The audit log in the admin panel. */
export const auditFeature = ({ store }: { store: Store }) => ({
  routes: auditRoutes(auditLogService({ work: workOf(store, (db) => ({ audit: auditRepo(db) })) })),
});
