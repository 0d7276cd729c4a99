import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { revenueRepo } from './revenue.repo.ts';
import { revenueRoutes } from './revenue.routes.ts';
import { revenueService } from './revenue.service.ts';

export const revenueFeature = ({ store, clock }: Deps): Feature => ({
  routes: revenueRoutes(revenueService({ work: workOf(store, revenueRepo), clock })),
});
