import { listAudit } from '#contract/audit.ts';
import { type Route, route } from '../../http/route.ts';
import type { TrailService } from './trail.service.ts';

export const auditRoutes = (trail: TrailService): Route[] => [route(listAudit, ({ query }) => trail.list(query))];
