import type { Method } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { PLAN_COMPLETIONS_MAX, PLAN_LINES_MAX } from '#contract/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aUser, aVehicle, planBody } from '#tests/support/builders.ts';
import { onArchived, onForeign, onHidden, onOwn } from './records.ts';
import type { Provoke, Scenarios } from './scenario.ts';

/** A line of a plan, and requests below it. */
async function aLine(app: TestApp, body: object = planBody()) {
  const user = await aUser(app);
  const { id: vehicleId } = await aVehicle(app, user);
  const send = (method: Method, rest: string, sent?: object, headers = {}) =>
    app.request(method, `/api/vehicles/${vehicleId}/plan${rest}`, { token: user.token, body: sent, headers });
  const { id } = (await send('POST', '', body)).body.data as { id: number };
  return { vehicleId, id, send, below: (method: Method, rest = '', sent?: object) => send(method, `/${id}${rest}`, sent) };
}

const onLine =
  (method: Method, rest = '', sent?: object, body?: object): Provoke =>
  async (app) =>
    (await aLine(app, body)).below(method, rest, sent);

/** A line of a vehicle that has its maximum of completions. */
const full =
  (rest: string, sent?: object): Provoke =>
  async (app) => {
    const { vehicleId, id, below } = await aLine(app);
    const row = {
      ...({ line_id: id, vehicle_id: vehicleId, entry_id: null, performed_on: '2026-05-01', reading: 1, is_skip: 0, is_extra: 1 } as const),
      ...{ closes_on: null, closes_at: null, created_at: '2026-05-01T08:00:00.000Z' },
    };
    for (let stored = 0; stored < PLAN_COMPLETIONS_MAX; stored += 500)
      await app.store.db
        .insertInto('plan_completions')
        .values(Array.from({ length: 500 }, () => row))
        .execute();
    return below('POST', rest, sent);
  };

const closed = (method: Method, rest: string, sent?: object) => ({
  'carsApi.404': onForeign(method, rest, sent),
  'carsApi.hidden': onHidden(method, rest, sent),
  'carsApi.archived': onArchived(method, rest, sent),
});
/** Errors of a call below a line. */
const ofLine = (method: Method, rest: string, sent?: object): Partial<Record<ErrorCode, Provoke>> => ({
  ...closed(method, `/plan/1${rest}`, sent),
  'planApi.404': onOwn(method, `/plan/999999999${rest}`, sent),
});

const DONE = { performedOn: '2026-05-01', reading: 98_100 };
const FIXED = planBody({ mode: 'fixed', everyMonths: 12, everyDistance: null, dueOn: '2020-03-31' });

export const planScenarios: Record<string, Scenarios> = {
  listPlan: {
    good: onOwn('GET', '/plan'),
    errors: { 'carsApi.404': onForeign('GET', '/plan'), 'carsApi.hidden': onHidden('GET', '/plan') },
  },
  listSoon: { good: async (app) => app.request('GET', '/api/plan', { token: (await aUser(app)).token }), errors: {} },
  createPlanLine: {
    good: onOwn('POST', '/plan', planBody()),
    errors: {
      ...closed('POST', '/plan', planBody()),
      'planApi.noRule': onOwn('POST', '/plan', { title: 'x' }),
      // A repeated request whose line has been deleted creates no second one.
      'planApi.404': async (app) => {
        const { send } = await aLine(app);
        const again = () => send('POST', '', planBody(), { 'idempotency-key': 'made-and-deleted' });
        await send('DELETE', `/${(await again()).body.data.id}`);
        return again();
      },
      'planApi.limit': async (app) => {
        const { send } = await aLine(app);
        for (let lines = 1; lines < PLAN_LINES_MAX; lines += 1) await send('POST', '', planBody());
        return send('POST', '', planBody());
      },
    },
  },
  createPlanLines: {
    good: onOwn('POST', '/plan/lines', { lines: [planBody()] }),
    errors: {
      ...closed('POST', '/plan/lines', { lines: [planBody()] }),
      'planApi.limit': async (app) => {
        const { send } = await aLine(app);
        return send('POST', '/lines', { lines: Array.from({ length: PLAN_LINES_MAX }, () => planBody()) });
      },
    },
  },
  updatePlanLine: {
    good: onLine('PATCH', '', { title: 'Олива' }),
    errors: { ...ofLine('PATCH', '', { title: 'x' }), 'planApi.noRule': onLine('PATCH', '', { everyMonths: null, everyDistance: null }) },
  },
  removePlanLine: { good: onLine('DELETE'), errors: ofLine('DELETE', '') },
  completePlanLine: {
    good: onLine('POST', '/done', DONE),
    errors: {
      ...ofLine('POST', '/done', DONE),
      'planApi.completions': full('/done', DONE),
      'planApi.whichOccurrence': onLine('POST', '/done', { ...DONE, ask: true }, FIXED),
    },
  },
  skipOccurrence: {
    good: onLine('POST', '/skip'),
    errors: {
      ...ofLine('POST', '/skip'),
      'planApi.completions': full('/skip'),
      'planApi.once': onLine('POST', '/skip', undefined, { title: 'ОСЦПВ', dueOn: '2027-01-01' }),
    },
  },
  removeCompletion: {
    good: async (app) => {
      const { below } = await aLine(app);
      return below('DELETE', `/completions/${(await below('POST', '/done', DONE)).body.completionId}`);
    },
    errors: { ...ofLine('DELETE', '/completions/1'), 'planApi.completion.404': onLine('DELETE', '/completions/999999999') },
  },
  snoozePlanLine: { good: onLine('PUT', '/snooze', { until: null }), errors: ofLine('PUT', '/snooze', { until: null }) },
};
