import { getOverview } from '#contract/overview.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { overviewRepo } from './overview.repo.ts';
import { overviewService } from './overview.service.ts';

/** Counts of what waits for an administrator, and what is still to set up. */
export function overviewFeature({ store, hasSmtp, contactEmail }: Deps): Feature {
  const { repos } = workOf(store, overviewRepo);
  const overview = overviewService({ repo: repos, hasSmtp, contactEmail });
  return { routes: [route(getOverview, async ({ caller }) => ({ data: await overview.get(caller) }))] };
}
