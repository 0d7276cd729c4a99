import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listPlan, listSoon } from '#contract/plan.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { keys } from './keys.ts';

/** The lines of a vehicle's plan. Fetched again each time, because any entry, and the day, may change what is due. */
export const planQuery = (vehicleId: number) =>
  queryOptions({
    ...{ staleTime: 0, refetchOnWindowFocus: 'always' },
    queryKey: [...keys.records(vehicleId), 'plan'],
    queryFn: async ({ signal }) => (await unwrap(call(listPlan, { params: { vehicleId }, signal }))).data,
  });

/** What is overdue, due or soon on all usable vehicles, and what is next on each. */
export const fetchSoon = (signal: AbortSignal) => unwrap(call(listSoon, { signal }));

/** After a change of a plan: its lines, and what is due soon on all vehicles, are stale. Resolves when what is shown is fetched again. */
export async function afterPlanWrite(client: QueryClient, vehicleId: number): Promise<void> {
  const stale = [planQuery(vehicleId).queryKey, keys.soon];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
