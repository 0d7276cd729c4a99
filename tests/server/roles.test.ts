import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { USER_PAGES_PER_HOUR, USER_SEARCHES_PER_HOUR, USERS_FOUND_FOR_ORDERS } from '#contract/limits.ts';
import { ADMIN_ROLES } from '#contract/roles.ts';
import { HOUR } from '#contract/time.ts';
import { errorText } from '#server/texts.ts';
import { anAccount } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import type { TestUser } from '#tests/support/builders.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';

/** What the role `orders` may call, as a separate list: a wrong role in the contract fails here. */
const ORDERS_MAY = [
  'adminLogout',
  'changeAdminLanguage',
  'changeAdminPassword',
  'confirmAdminEmail',
  'confirmStatement',
  'confirmTwoFactor',
  'createIncome',
  'createStatement',
  'exportIncome',
  'exportOrders',
  'getMessage',
  'getOverview',
  'getOwnAdmin',
  'getUserPage',
  'listAdminSessions',
  'listIncome',
  'listMessages',
  'listOrders',
  'listUsers',
  'putOrderNote',
  'removeAdminSession',
  'removeLoginLock',
  'removeMessage',
  'removeOrder',
  'removeOtherAdminSessions',
  'removeTwoFactor',
  'renewRecoveryCodes',
  'replyToMessage',
  'sendMailAgain',
  'startAdminEmail',
  'startTwoFactor',
  'sumOrders',
  'undoPayment',
  'undoActivation',
  'undoStatementLine',
  'updateMessage',
  'updateOrder',
  'writeToUser',
];

const adminEndpoints = Object.entries(ALL_ENDPOINTS).filter(([, { access }]) => access === 'admin');
const cases = adminEndpoints.flatMap(([name, endpoint]) => ADMIN_ROLES.map((role) => [name, role, endpoint] as const));
const UNKNOWN_IDS = {
  userId: 999_999,
  sessionId: 'x'.repeat(22),
  orderCode: '22222222',
  messageId: 999_999,
  mailId: 999_999,
  adminId: 999_999,
  invitationId: 999_999,
};
const pathFor = (endpoint: Endpoint): string => pathOf(endpoint, UNKNOWN_IDS);
const REJECTED = { status: 403, body: { code: 'adminApi.role', message: errorText('ua', 'adminApi.role') } };

test('the list names endpoints of administrators', () => {
  expect(ORDERS_MAY.filter((name) => ALL_ENDPOINTS[name]?.access !== 'admin')).toEqual([]);
});

describe.each(DATABASES)('roles of administrators on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  test.each(cases)('%s by an administrator with the role %s', async (name, role, endpoint) => {
    const { token } = await anAdmin(app, role);
    const body = endpoint.body && {};
    const answer = await app.request(endpoint.method, pathFor(endpoint), { token, body });
    if (role === 'orders' && !ORDERS_MAY.includes(name)) expect(answer).toMatchObject(REJECTED);
    else expect(answer.body.code).not.toBe('adminApi.role');
  });

  test('a changed role applies from the next request', async () => {
    const { id, token } = await anAdmin(app);
    const list = () => app.request('GET', '/api/admin/audit', { token });
    expect((await list()).status).toBe(200);
    await app.store.db.updateTable('admins').set({ role: 'orders' }).where('id', '=', id).execute();
    expect(await list()).toMatchObject(REJECTED);
    await app.store.db.updateTable('admins').set({ role: 'all' }).where('id', '=', id).execute();
    expect((await list()).status).toBe(200);
  });

  test('the role for orders finds the users it answers, at most 20 with a search, and makes a number of searches and opens a number of pages an hour', async () => {
    const own = await testApp(kind);
    onTestFinished(() => own.close());
    own.clock.stop();
    const [helper, other, admin] = [await anAdmin(own, 'orders'), await anAdmin(own, 'orders'), await anAdmin(own)];
    const users: TestUser[] = [];
    for (let n = 0; n < USERS_FOUND_FOR_ORDERS + 1; n += 1) users.push(await anAccount(own));
    const list = async ({ token }: TestAdmin, query: string) => (await own.request('GET', `/api/admin/users?${query}`, { token })).body;
    for (const query of ['', 'list=basic', 'list=locked&page=2']) {
      expect(await list(helper, query)).toMatchObject({ users: [], total: 0, is_more: false, counts: { all: 0, basic: 0 } });
    }
    expect(await list(helper, `q=${users[0]?.email}`)).toMatchObject({ users: [{ user_id: users[0]?.id }], total: 1, is_more: false });
    const found = await list(helper, 'q=example&pageSize=100');
    const newest = users.slice(1).map(({ id }) => id);
    expect(found).toMatchObject({ total: USERS_FOUND_FOR_ORDERS, is_more: true });
    expect(found.users.map(({ user_id }: { user_id: number }) => user_id)).toEqual(newest.toReversed());
    expect((await list(helper, `q=example&pageSize=${USERS_FOUND_FOR_ORDERS}&page=2`)).users).toEqual([]);
    expect(await list(admin, 'q=example')).toMatchObject({ total: users.length, is_more: false });

    const open = ({ token }: TestAdmin) => own.request('GET', `/api/admin/users/${users[0]?.id}`, { token });
    const removeLock = ({ token }: TestAdmin) => own.request('DELETE', `/api/admin/users/${users[0]?.id}/login-lock`, { token });
    const search = ({ token }: TestAdmin, n = 0) => own.request('GET', `/api/admin/users?q=%23${n}`, { token });
    const tooMany = { status: 429, headers: { 'retry-after': '3600' }, body: { code: 'api.429.hour' } };
    const searched = 3;
    for (let n = searched; n < USER_SEARCHES_PER_HOUR; n += 1) expect((await search(helper, n)).status).toBe(200);
    expect(await search(helper)).toMatchObject(tooMany);
    expect(await list(helper, '')).toMatchObject({ users: [] });
    expect((await removeLock(helper)).status).toBe(200);
    for (let n = 1; n < USER_PAGES_PER_HOUR; n += 1) expect((await open(helper)).status).toBe(200);
    for (const ask of [open, removeLock]) expect(await ask(helper)).toMatchObject(tooMany);
    for (const ask of [open, removeLock, search]) for (const another of [other, admin]) expect((await ask(another)).status).toBe(200);
    expect(await own.store.db.selectFrom('buckets').select('subject').where('subject', 'like', `admin|${admin.id}|%`).execute()).toEqual(
      [],
    );
    own.clock.advance(HOUR + 1);
    expect((await open(await anAdmin(own, 'orders'))).status).toBe(200);
  });

  test('the role for orders sends only replies again', async () => {
    const { token } = await anAdmin(app, 'orders');
    const at = new Date(app.clock.now()).toISOString();
    const insert = async (mailKind: 'reply' | 'orderMade') => {
      const row = { kind: mailKind, recipient: 'olena@example.com', subject: 'x', text_body: 'x', html_body: 'x', created_at: at };
      const rest = { message_id: `<${mailKind}@example.com>`, expires_at: null, next_try_at: null, tries: 3, sent_at: null, failed_at: at };
      return (
        await app.store.db
          .insertInto('mails')
          .values({ ...row, ...rest })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    };
    const send = async (mailKind: 'reply' | 'orderMade') =>
      app.request('POST', `/api/admin/mails/${await insert(mailKind)}/send`, { token });
    expect(await send('orderMade')).toMatchObject(REJECTED);
    expect((await send('reply')).status).toBe(200);
  });
});
