import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { idempotencyRepo } from '../../infra/idempotency/idempotency.repo.ts';
import { idempotencyService } from '../../infra/idempotency/idempotency.service.ts';
import { entryExportRepo } from '../entries/entry-export.repo.ts';
import { monthsRepo } from '../entries/months.repo.ts';
import { stampsRepo } from '../entries/stamps.repo.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { vehiclesRepo } from '../vehicles/vehicles.repo.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { type ExportedPlans, exportedPlans } from './exported-plans.service.ts';
import { newLinesService } from './new-lines.service.ts';
import { planRepo } from './plan.repo.ts';
import { planRoutes } from './plan.routes.ts';
import { planService } from './plan.service.ts';
import { planCompletionsService } from './plan-completions.service.ts';
import { planExportRepo } from './plan-export.repo.ts';
import { type ReportedPlans, reportedPlans } from './reported-plans.service.ts';

/** The service plans of vehicles: what is due when, and what was done. */
export function planFeature(
  { store, clock, tokens }: Deps,
  { access, vehicles }: { access: VehicleAccess; vehicles: VehiclesService },
): Feature & { exported: ExportedPlans; reported: ReportedPlans } {
  const work = workOf(store, (db) => ({
    plan: planRepo(db),
    stamps: stampsRepo(db),
    months: monthsRepo(db),
    locks: vehiclesRepo(db),
    idempotency: idempotencyRepo(db),
  }));
  const deps = { work, access, vehicles, idempotency: idempotencyService({ clock }), clock, tokens };
  return {
    exported: exportedPlans({ plans: planExportRepo(store.db), entries: entryExportRepo(store.db) }),
    reported: reportedPlans(work.repos, clock),
    routes: planRoutes(planService(deps), newLinesService(deps), planCompletionsService(deps)),
  };
}
