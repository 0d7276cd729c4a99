import { getRevenue } from '#contract/revenue.ts';
import { type Route, route } from '../../http/route.ts';
import type { RevenueService } from './revenue.service.ts';

export const revenueRoutes = (revenue: RevenueService): Route[] => [route(getRevenue, async () => ({ data: await revenue.get() }))];
