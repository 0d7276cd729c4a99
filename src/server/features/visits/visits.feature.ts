import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { visitsRepo } from './visits.repo.ts';
import { visitsRoutes } from './visits.routes.ts';
import { visitsService } from './visits.service.ts';

export const visitsFeature = ({ store, clock }: Deps): Feature => ({
  routes: visitsRoutes(visitsService({ work: workOf(store, visitsRepo), clock })),
});
