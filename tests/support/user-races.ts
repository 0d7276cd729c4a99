/** Invariants of the page of a user when two administrators use two server processes; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { systemClock } from '#server/ports/clock.ts';
import { anAccount, PASSWORD } from './accounts.ts';
import type { Answer } from './app.ts';
import type { TestUser } from './builders.ts';
import { anAdmin, type TestAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';

const clock = systemClock;
const ROUNDS = 4;

interface Scene {
  admins: TestAdmin[];
  user: TestUser;
}

const aScene = async ({ store }: Pair): Promise<Scene> => ({
  admins: [await anAdmin({ store, clock }), await anAdmin({ store, clock })],
  user: await anAccount({ store, clock }),
});

type Method = 'PUT' | 'DELETE';

/** The same request of both administrators about a user, on both processes. */
const both = (pair: Pair, { admins, user }: Scene, method: Method, path: string, body?: object): Promise<Answer[]> =>
  atOnce(pair, (server, index) =>
    request(server, method, `/api/admin/users/${user.id}${path}`, { token: admins[index % 4 < 2 ? 0 : 1]?.token, body }),
  );

const actionsOf = async ({ store }: Pair, { user }: Scene): Promise<string[]> =>
  (await store.db.selectFrom('audit').select('action').where('subject', '=', `user ${user.id}`).orderBy('id').execute()).map(
    ({ action }) => action,
  );
const mailsOf = async ({ store }: Pair, { user }: Scene): Promise<string[]> =>
  (await store.db.selectFrom('mails').select('kind').where('recipient', '=', user.email).orderBy('id').execute()).map(({ kind }) => kind);

/** Of those who lock, unlock, or save other notes at once, one succeeds and the others learn why not; each success has one email and one entry. */
export const locksOfAccounts: Race = async (pair) => {
  const scene = await aScene(pair);
  const locked = await both(pair, scene, 'PUT', '/lock', { reason: 'Спам' });
  deepStrictEqual(statuses(locked), { '200 adminApi.users.lock.success': 1, '409 adminApi.users.lock.409': AT_ONCE - 1 });
  const unlocked = await both(pair, scene, 'DELETE', '/lock');
  deepStrictEqual(statuses(unlocked), { '200 adminApi.users.unlock.success': 1, '409 adminApi.users.unlock.409': AT_ONCE - 1 });
  deepStrictEqual(await mailsOf(pair, scene), ['accountLocked', 'accountUnlocked']);
  deepStrictEqual(await actionsOf(pair, scene), ['user.lock', 'user.unlock']);
};

export const userNotes: Race = async (pair) => {
  const scene = await aScene(pair);
  const { admins, user } = scene;
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'PUT', `/api/admin/users/${user.id}/notes`, {
      token: admins[index % 4 < 2 ? 0 : 1]?.token,
      body: { text: `Note ${index}`, seen: { text: '' } },
    }),
  );
  deepStrictEqual(statuses(answers), { '200 adminApi.users.notes.success': 1, '409 adminApi.changed': AT_ONCE - 1 });
  const { admin_notes } = await pair.store.db.selectFrom('users').select('admin_notes').where('id', '=', user.id).executeTakeFirstOrThrow();
  strictEqual(admin_notes, `Note ${answers.findIndex(({ status }) => status === 200)}`);
  deepStrictEqual(await actionsOf(pair, scene), ['user.notes']);
};

/** Sessions end once, a login lock is removed once, and an account is deleted once. */
export const endsOfAccounts: Race = async (pair) => {
  const scene = await aScene(pair);
  const { user } = scene;
  deepStrictEqual(statuses(await both(pair, scene, 'DELETE', '/sessions')), { '200 adminApi.users.logout.success': AT_ONCE });
  const locked_until = new Date(Date.now() + 600_000).toISOString();
  await pair.store.db
    .insertInto('attempts')
    .values({ subject: `login:${user.email}`, failures: 5, locked_until, failed_at: locked_until })
    .execute();
  deepStrictEqual(statuses(await both(pair, scene, 'DELETE', '/login-lock')), { '200 adminApi.users.loginLock.success': AT_ONCE });
  const removed = await both(pair, scene, 'DELETE', '', { email: user.email });
  deepStrictEqual(statuses(removed), { '200 adminApi.users.remove.success': 1, '404 api.user.404': AT_ONCE - 1 });
  deepStrictEqual(await actionsOf(pair, scene), ['user.logout', 'user.loginLock', 'user.delete']);
  const left = await pair.store.db.selectFrom('attempts').select('subject').where('subject', '=', `login:${user.email}`).execute();
  deepStrictEqual(left, []);
};

/** A user who logs in while the account is locked has no session that works afterwards. */
export const loginBesideLock: Race = async (pair) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { admins, user } = await aScene(pair);
    const [lock, ...logins] = await Promise.all([
      request(pair.servers[0], 'PUT', `/api/admin/users/${user.id}/lock`, { token: admins[0]?.token, body: {} }),
      ...pair.servers.map((server) => request(server, 'POST', '/api/users/login', { body: { email: user.email, password: PASSWORD } })),
    ]);
    strictEqual(lock?.status, 200);
    for (const { status, body } of logins) {
      if (status !== 200) strictEqual(body.code, 'api.loginUser.locked');
      const own = await request(pair.servers[1], 'GET', '/api/users/user', { token: body.token ?? user.token });
      deepStrictEqual({ status: own.status, code: own.body.code }, { status: 401, code: 'api.locked' });
    }
  }
};
