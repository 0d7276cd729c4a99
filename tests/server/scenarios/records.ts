import type { Method } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { RECORDS_PER_VEHICLE, VALUES_MAX } from '#contract/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import type { Provoke, Scenarios } from './scenario.ts';
import { aForeignVehicle, aHiddenVehicle, anArchivedVehicle } from './vehicles.ts';

/** A request below a vehicle: the caller's own, another user's, one that the tariff hides, or an archived one. */
export const onOwn =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
export const onForeign =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await aForeignVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
export const onHidden =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await aHiddenVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
export const onArchived =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await anArchivedVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };

/** What differs between the kinds of entries. */
interface Kind {
  /** In paths: `records`. */
  path: string;
  /** In the names of endpoints: `Record`. */
  name: string;
  codes: `${string}Api`;
  limit: ErrorCode;
  body: (overrides?: Record<string, unknown>) => Record<string, unknown>;
  patch: object;
}

/** The scenarios of the calls that every kind of entry has. */
function entryScenarios({ path, name, codes, limit, body, patch }: Kind): Record<string, Scenarios> {
  const notFound = `${codes}.404` as ErrorCode;
  const withEntry =
    (method: Method, rest = '', change?: object): Provoke =>
    async (app) => {
      const user = await aUser(app);
      const { id } = await aVehicle(app, user);
      const { body: made } = await app.request('POST', `/api/vehicles/${id}/${path}`, { token: user.token, body: body() });
      return app.request(method, `/api/vehicles/${id}/${path}/${made.data.id}${rest}`, { token: user.token, body: change });
    };
  async function deleted(app: TestApp) {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const entries = `/api/vehicles/${id}/${path}`;
    const { body: made } = await app.request('POST', entries, { token: user.token, body: body() });
    await app.request('DELETE', `${entries}/${made.data.id}`, { token: user.token });
    return { id, restore: () => app.request('POST', `${entries}/${made.data.id}/restore`, { token: user.token }) };
  }
  /** Of the mileage of the details. */
  const fixed = (method: Method, sent?: object): Scenarios['errors'] => {
    if (path !== 'readings') return {};
    return {
      'readingsApi.details': async (app: TestApp) => {
        const user = await aUser(app);
        const readings = `/api/vehicles/${(await aVehicle(app, user)).id}/readings`;
        const [{ id }] = (await app.request('GET', readings, user)).body.data;
        return app.request(method, `${readings}/${id}`, { token: user.token, body: sent });
      },
    };
  };
  const closed = (method: Method, rest: string, sent?: object) => ({
    'carsApi.404': onForeign(method, rest, sent),
    'carsApi.hidden': onHidden(method, rest, sent),
    'carsApi.archived': onArchived(method, rest, sent),
  });
  return {
    [`list${name}s`]: {
      good: onOwn('GET', `/${path}`),
      errors: { 'carsApi.404': onForeign('GET', `/${path}`), 'carsApi.hidden': onHidden('GET', `/${path}`) },
    },
    [`create${name}`]: {
      good: onOwn('POST', `/${path}`, body()),
      errors: {
        ...closed('POST', `/${path}`, body()),
        'entriesApi.doubtful': onOwn('POST', `/${path}`, body({ performedOn: '1990-01-01', ask: true })),
        // A repeated request whose entry has been deleted creates no second one.
        [notFound]: async (app: TestApp) => {
          const user = await aUser(app);
          const entries = `/api/vehicles/${(await aVehicle(app, user)).id}/${path}`;
          const headers = { 'idempotency-key': 'made-and-deleted' };
          const again = () => app.request('POST', entries, { token: user.token, headers, body: body() });
          await app.request('DELETE', `${entries}/${(await again()).body.data.id}`, { token: user.token });
          return again();
        },
        [limit]: async (app: TestApp) => {
          const user = await aUser(app);
          const { id } = await aVehicle(app, user);
          await fillRecords(app.store, id, RECORDS_PER_VEHICLE);
          return app.request('POST', `/api/vehicles/${id}/${path}`, { token: user.token, body: body() });
        },
      },
    },
    [`update${name}`]: {
      good: withEntry('PATCH', '', patch),
      errors: {
        ...closed('PATCH', `/${path}/1`, patch),
        [notFound]: onOwn('PATCH', `/${path}/999999999`, patch),
        ...fixed('PATCH', patch),
        'api.changed': withEntry('PATCH', '', { performedOn: '2026-06-01', seen: { performedOn: '2020-01-01' } }),
        'entriesApi.doubtful': withEntry('PATCH', '', { performedOn: '1990-01-01', ask: true }),
      },
    },
    [`restore${name}`]: {
      good: async (app) => (await deleted(app)).restore(),
      errors: {
        ...closed('POST', `/${path}/1/restore`),
        [notFound]: onOwn('POST', `/${path}/999999999/restore`),
        [limit]: async (app: TestApp) => {
          const { id, restore } = await deleted(app);
          await fillRecords(app.store, id, RECORDS_PER_VEHICLE);
          return restore();
        },
      },
    },
    [`remove${name}`]: {
      good: withEntry('DELETE'),
      errors: { ...closed('DELETE', `/${path}/1`), [notFound]: onOwn('DELETE', `/${path}/999999999`), ...fixed('DELETE') },
    },
  };
}

export const recordScenarios: Record<string, Scenarios> = {
  ...entryScenarios({
    ...{ path: 'records', name: 'Record', codes: 'recordsApi', limit: 'recordsApi.limit' },
    ...{ body: recordBody, patch: { price: '15,65' } },
  }),
  ...entryScenarios({
    ...{ path: 'fills', name: 'Fill', codes: 'fillsApi', limit: 'entriesApi.limit' },
    ...{ body: fillBody, patch: { total: '15,65' } },
  }),
  ...entryScenarios({
    ...{ path: 'costs', name: 'Cost', codes: 'costsApi', limit: 'entriesApi.limit' },
    ...{ body: costBody, patch: { title: 'ОСЦПВ' } },
  }),
  ...entryScenarios({
    ...{ path: 'readings', name: 'Reading', codes: 'readingsApi', limit: 'entriesApi.limit' },
    ...{ body: readingBody, patch: { note: 'ТО' } },
  }),
  listOperations: {
    good: onOwn('GET', '/operations'),
    errors: { 'carsApi.404': onForeign('GET', '/operations'), 'carsApi.hidden': onHidden('GET', '/operations') },
  },
  getReferenceReadings: {
    good: onOwn('GET', '/reference-readings?performedOn=2026-06-14&except=1'),
    errors: { 'carsApi.404': onForeign('GET', '/reference-readings'), 'carsApi.hidden': onHidden('GET', '/reference-readings') },
  },
  getTimeline: {
    good: onOwn('GET', '/timeline?q=98%20047&year=2026&sort=price&limit=20'),
    errors: {
      'carsApi.404': onForeign('GET', '/timeline'),
      'carsApi.hidden': onHidden('GET', '/timeline'),
      'recordsApi.404': onOwn('GET', '/timeline?at=999999999'),
    },
  },
  searchRecords: {
    good: async (app) => app.request('GET', '/api/records?q=GDB1550', { token: (await aUser(app)).token }),
    errors: {},
  },
};

export const noteScenarios: Record<string, Scenarios> = {
  getNote: {
    good: onOwn('GET', '/note'),
    errors: { 'carsApi.404': onForeign('GET', '/note'), 'carsApi.hidden': onHidden('GET', '/note') },
  },
  putNote: {
    good: onOwn('PUT', '/note', { text: 'Запасний ключ у бардачку' }),
    errors: {
      'carsApi.404': onForeign('PUT', '/note', { text: 'x' }),
      'carsApi.hidden': onHidden('PUT', '/note', { text: 'x' }),
      'carsApi.archived': onArchived('PUT', '/note', { text: 'x' }),
      'notesApi.422': onOwn('PUT', '/note', { text: 'ї'.repeat(351) }),
      'api.changed': onOwn('PUT', '/note', { text: 'x', seen: 'Another text' }),
    },
  },
  removeNote: {
    good: async (app) => {
      const user = await aUser(app);
      const { id } = await aVehicle(app, user);
      await app.request('PUT', `/api/vehicles/${id}/note`, { token: user.token, body: { text: 'x' } });
      return app.request('DELETE', `/api/vehicles/${id}/note`, { token: user.token });
    },
    errors: {
      'carsApi.404': onForeign('DELETE', '/note'),
      'carsApi.hidden': onHidden('DELETE', '/note'),
      'carsApi.archived': onArchived('DELETE', '/note'),
      'notesApi.404': onOwn('DELETE', '/note'),
    },
  },
  restoreNote: {
    good: async (app) => {
      const user = await aUser(app);
      const path = `/api/vehicles/${(await aVehicle(app, user)).id}/note`;
      await app.request('PUT', path, { token: user.token, body: { text: 'x' } });
      await app.request('DELETE', path, { token: user.token });
      return app.request('POST', `${path}/restore`, { token: user.token });
    },
    errors: {
      'carsApi.404': onForeign('POST', '/note/restore'),
      'carsApi.hidden': onHidden('POST', '/note/restore'),
      'carsApi.archived': onArchived('POST', '/note/restore'),
      'notesApi.404': onOwn('POST', '/note/restore'),
    },
  },
};

const VALUE = { kind: 'purchase', amount: '9 500' };
const VALUE_PATH = '/values/2026-04-01';

export const valueScenarios: Record<string, Scenarios> = {
  listValues: {
    good: onOwn('GET', '/values'),
    errors: { 'carsApi.404': onForeign('GET', '/values'), 'carsApi.hidden': onHidden('GET', '/values') },
  },
  putValue: {
    good: onOwn('PUT', VALUE_PATH, VALUE),
    errors: {
      'carsApi.404': onForeign('PUT', VALUE_PATH, VALUE),
      'carsApi.hidden': onHidden('PUT', VALUE_PATH, VALUE),
      'valuesApi.limit': async (app) => {
        const user = await aUser(app);
        const { id } = await aVehicle(app, user);
        const put = (day: number) =>
          app.request('PUT', `/api/vehicles/${id}/values/${new Date(day * 86_400_000).toISOString().slice(0, 10)}`, {
            token: user.token,
            body: VALUE,
          });
        for (let day = 0; day < VALUES_MAX; day += 1) await put(day);
        return put(VALUES_MAX);
      },
    },
  },
  removeValue: {
    good: onOwn('DELETE', VALUE_PATH),
    errors: { 'carsApi.404': onForeign('DELETE', VALUE_PATH), 'carsApi.hidden': onHidden('DELETE', VALUE_PATH) },
  },
};
