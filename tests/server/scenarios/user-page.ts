import type { Method } from '#contract/endpoint.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';
import type { Provoke, Scenarios } from './scenario.ts';

const UNKNOWN = { id: 999_999, email: 'nobody@example.com', token: '' };

type Find = (app: TestApp) => Promise<TestUser>;
const unknown: Find = async () => UNKNOWN;
const aLockedUser: Find = async (app) => {
  const user = await aUser(app);
  await app.store.db.updateTable('users').set({ locked_at: '2026-05-01T08:00:00.000Z' }).where('id', '=', user.id).execute();
  return user;
};

/** A request of an administrator about a user. */
const ask =
  (method: Method, path: string, find: Find, bodyOf?: (user: TestUser) => object): Provoke =>
  async (app) => {
    const user = await find(app);
    const { token } = await anAdmin(app);
    return app.request(method, `/api/admin/users/${user.id}${path}`, { token, body: bodyOf?.(user) });
  };

const withoutUser = (method: Method, path: string, body?: object) => ({ 'api.user.404': ask(method, path, unknown, body && (() => body)) });

export const userPageScenarios: Record<string, Scenarios> = {
  getUserPage: { good: ask('GET', '', aUser), errors: withoutUser('GET', '') },
  logOutUser: { good: ask('DELETE', '/sessions', aUser), errors: withoutUser('DELETE', '/sessions') },
  removeLoginLock: { good: ask('DELETE', '/login-lock', aUser), errors: withoutUser('DELETE', '/login-lock') },
  lockUser: {
    good: ask('PUT', '/lock', aUser, () => ({ reason: 'Спам' })),
    errors: { ...withoutUser('PUT', '/lock', {}), 'adminApi.users.lock.409': ask('PUT', '/lock', aLockedUser, () => ({})) },
  },
  unlockUser: {
    good: ask('DELETE', '/lock', aLockedUser),
    errors: { ...withoutUser('DELETE', '/lock'), 'adminApi.users.unlock.409': ask('DELETE', '/lock', aUser) },
  },
  saveUserNotes: {
    good: ask('PUT', '/notes', aUser, () => ({ text: 'Дзвонила двічі.', seen: { text: '' } })),
    errors: {
      ...withoutUser('PUT', '/notes', { text: '' }),
      'adminApi.changed': ask('PUT', '/notes', aUser, () => ({ text: 'x', seen: { text: 'other notes' } })),
    },
  },
  writeToUser: {
    good: ask('POST', '/mails', aUser, () => ({ subject: 'Оплата', text: 'Бракує 10 доларів.' })),
    errors: withoutUser('POST', '/mails', { subject: 'x', text: 'x' }),
  },
  removeUser: {
    good: ask('DELETE', '', aUser, ({ email }) => ({ email })),
    errors: {
      ...withoutUser('DELETE', '', { email: UNKNOWN.email }),
      'adminApi.users.email': ask('DELETE', '', aUser, () => ({ email: UNKNOWN.email })),
    },
  },
};
