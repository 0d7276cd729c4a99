import type { Method } from '#contract/endpoint.ts';
import { RECORDS_PER_VEHICLE } from '#contract/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import type { Provoke, Scenarios } from './scenario.ts';
import { aForeignVehicle, aHiddenVehicle, anArchivedVehicle } from './vehicles.ts';

/** A request below a vehicle: the caller's own, another user's, one that the tariff hides, or an archived one. */
const onOwn =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
const onForeign =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await aForeignVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
const onHidden =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await aHiddenVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };
const onArchived =
  (method: Method, rest: string, body?: object): Provoke =>
  async (app) => {
    const { user, id } = await anArchivedVehicle(app);
    return app.request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body });
  };

/** A request for a record of the caller's own vehicle. */
const onRecord =
  (method: Method, body?: object): Provoke =>
  async (app: TestApp) => {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const { body: made } = await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody() });
    return app.request(method, `/api/vehicles/${id}/records/${made.data.id}`, { token: user.token, body });
  };

async function aDeletedRecord(app: TestApp) {
  const user = await aUser(app);
  const { id } = await aVehicle(app, user);
  const path = `/api/vehicles/${id}/records`;
  const { body } = await app.request('POST', path, { token: user.token, body: recordBody() });
  await app.request('DELETE', `${path}/${body.data.id}`, { token: user.token });
  return { id, restore: () => app.request('POST', `${path}/${body.data.id}/restore`, { token: user.token }) };
}

export const recordScenarios: Record<string, Scenarios> = {
  listRecords: {
    good: onOwn('GET', '/records'),
    errors: { 'carsApi.404': onForeign('GET', '/records'), 'carsApi.hidden': onHidden('GET', '/records') },
  },
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
  createRecord: {
    good: onOwn('POST', '/records', recordBody()),
    errors: {
      'carsApi.404': onForeign('POST', '/records', recordBody()),
      'carsApi.hidden': onHidden('POST', '/records', recordBody()),
      'carsApi.archived': onArchived('POST', '/records', recordBody()),
      'entriesApi.doubtful': onOwn('POST', '/records', recordBody({ reading: 9_000_000, ask: true })),
      // A repeated request whose record has been deleted creates no second one.
      'recordsApi.404': async (app) => {
        const user = await aUser(app);
        const path = `/api/vehicles/${(await aVehicle(app, user)).id}/records`;
        const headers = { 'idempotency-key': 'made-and-deleted' };
        const again = () => app.request('POST', path, { token: user.token, headers, body: recordBody() });
        await app.request('DELETE', `${path}/${(await again()).body.data.id}`, { token: user.token });
        return again();
      },
      'recordsApi.limit': async (app) => {
        const user = await aUser(app);
        const { id } = await aVehicle(app, user);
        await fillRecords(app.store, id, RECORDS_PER_VEHICLE);
        return app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody() });
      },
    },
  },
  updateRecord: {
    good: onRecord('PATCH', { price: '15,65' }),
    errors: {
      'carsApi.404': onForeign('PATCH', '/records/1', { price: 1 }),
      'carsApi.hidden': onHidden('PATCH', '/records/1', { price: 1 }),
      'carsApi.archived': onArchived('PATCH', '/records/1', { price: 1 }),
      'recordsApi.404': onOwn('PATCH', '/records/999999999', { price: 1 }),
      'entriesApi.doubtful': onRecord('PATCH', { reading: 9_000_000, ask: true }),
    },
  },
  restoreRecord: {
    good: async (app) => {
      const { restore } = await aDeletedRecord(app);
      return restore();
    },
    errors: {
      'carsApi.404': onForeign('POST', '/records/1/restore'),
      'carsApi.hidden': onHidden('POST', '/records/1/restore'),
      'carsApi.archived': onArchived('POST', '/records/1/restore'),
      'recordsApi.404': onOwn('POST', '/records/999999999/restore'),
      'recordsApi.limit': async (app) => {
        const { id, restore } = await aDeletedRecord(app);
        await fillRecords(app.store, id, RECORDS_PER_VEHICLE);
        return restore();
      },
    },
  },
  removeRecord: {
    good: onRecord('DELETE'),
    errors: {
      'carsApi.404': onForeign('DELETE', '/records/1'),
      'carsApi.hidden': onHidden('DELETE', '/records/1'),
      'carsApi.archived': onArchived('DELETE', '/records/1'),
      'recordsApi.404': onOwn('DELETE', '/records/999999999'),
    },
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
