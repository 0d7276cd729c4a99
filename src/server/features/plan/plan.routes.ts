import {
  completePlanLine,
  createPlanLine,
  createPlanLines,
  listPlan,
  listSoon,
  removeCompletion,
  removePlanLine,
  skipOccurrence,
  snoozePlanLine,
  updatePlanLine,
} from '#contract/plan.ts';
import { type Route, route } from '../../http/route.ts';
import type { NewLinesService } from './new-lines.service.ts';
import type { PlanService } from './plan.service.ts';
import type { PlanCompletionsService } from './plan-completions.service.ts';

export const planRoutes = (plan: PlanService, newLines: NewLinesService, completions: PlanCompletionsService): Route[] => [
  route(listSoon, ({ caller }) => plan.listSoon(caller)),
  route(listPlan, async ({ caller, params }) => ({ data: await plan.list(caller, params.vehicleId) })),
  route(createPlanLine, async ({ caller, params, body, idempotencyKey }) => ({
    data: await newLines.create(caller, params.vehicleId, body, idempotencyKey),
  })),
  route(createPlanLines, async ({ caller, params, body, idempotencyKey }) => ({
    data: await newLines.createAll(caller, params.vehicleId, body.lines, idempotencyKey),
  })),
  route(updatePlanLine, async ({ caller, params, body }) => ({ data: await plan.update(caller, params.vehicleId, params.lineId, body) })),
  route(removePlanLine, async ({ caller, params }) => {
    await plan.remove(caller, params.vehicleId, params.lineId);
    return {};
  }),
  route(snoozePlanLine, async ({ caller, params, body }) => ({
    data: await plan.snooze(caller, params.vehicleId, params.lineId, body.until),
  })),
  route(completePlanLine, ({ caller, params, body, idempotencyKey }) => completions.complete(caller, params, body, idempotencyKey)),
  route(skipOccurrence, ({ caller, params, idempotencyKey }) => completions.skip(caller, params, idempotencyKey)),
  route(removeCompletion, async ({ caller, params }) => ({
    data: await completions.undo(caller, params.vehicleId, params.lineId, params.completionId),
  })),
];
