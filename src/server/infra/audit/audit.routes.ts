import { listAudit } from '#contract/audit.ts';
import { type Route, route } from '../../http/route.ts';
import type { AuditLogService } from './audit-log.service.ts';

export const auditRoutes = (auditLog: AuditLogService): Route[] => [route(listAudit, ({ query }) => auditLog.list(query))];
