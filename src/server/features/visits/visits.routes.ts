import { getVisits, setVisits } from '#contract/visits.ts';
import { type Route, route } from '../../http/route.ts';
import type { VisitsService } from './visits.service.ts';

export const visitsRoutes = (visits: VisitsService): Route[] => [
  route(setVisits, async () => {
    await visits.count();
    return {};
  }),
  route(getVisits, () => visits.list()),
];
