import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The number of browser sessions that started on a day (UTC, YYYY-MM-DD). */
export const visitDay = z.object({ visit_date: z.string(), visit_count: z.number() });
export type VisitDay = z.core.output<typeof visitDay>;

export const setVisits = endpoint({
  method: 'POST',
  path: '/api/statistics/set-visits',
  access: 'public',
  summary: 'Count a visit; the browser does so once per session.',
  answer: z.object({}),
  successCode: 'statisticsApi.set.success',
  unexpectedError: 'statisticsApi.set.500',
  errors: [],
});

export const getVisits = endpoint({
  method: 'GET',
  path: '/api/statistics/get-visits',
  access: 'admin',
  role: 'all',
  summary: 'List the days that had visits, newest first.',
  answer: z.array(visitDay),
  unexpectedError: 'statisticsApi.get.500',
  errors: [],
});
