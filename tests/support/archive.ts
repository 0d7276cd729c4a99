import type { Method } from '#contract/endpoint.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Answer, TestApp } from './app.ts';
import { type TestUser, vehicleForm } from './builders.ts';

interface WithId {
  id: number;
}

/** Requests to an application about archived vehicles. */
export function archiveOf(app: TestApp) {
  const send = (user: TestUser, method: Method, path: string, body?: object): Promise<Answer> =>
    app.request(method, path, { token: user.token, body });
  return {
    send,
    archive: (user: TestUser, { id }: WithId) => send(user, 'POST', `/api/vehicles/${id}/archive`),
    restore: (user: TestUser, { id }: WithId) => send(user, 'POST', `/api/vehicles/${id}/restore`),
    /** The list of vehicles that are not archived. */
    list: async (user: TestUser) => (await send(user, 'GET', '/api/vehicles')).body,
    archived: async (user: TestUser) => (await send(user, 'GET', '/api/vehicles/archived')).body.data,
    post: async (user: TestUser, fields: Record<string, string>) =>
      app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields) }),
    endTariff: ({ id }: TestUser) =>
      app.store.db
        .updateTable('users')
        .set({ tariff_end_date: isoTime(app.clock.now() - 1) })
        .where('id', '=', id)
        .execute(),
    /** Moves the time of archiving into the past, so that the session does not expire meanwhile. */
    archivedBefore: ({ id }: WithId, milliseconds: number) =>
      app.store.db
        .updateTable('vehicles')
        .set({ archived_at: isoTime(app.clock.now() - milliseconds) })
        .where('id', '=', id)
        .execute(),
  };
}

export const codeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).body.code;
