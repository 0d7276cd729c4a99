import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { ADMIN_ROLES } from '#contract/roles.ts';
import { errorText } from '#server/texts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { anAdmin } from '#tests/support/orders.ts';

/** What the role `orders` may call, as a separate list: a wrong role in the contract fails here. */
const ORDERS_MAY = [
  'adminLogout',
  'changeAdminPassword',
  'confirmStatement',
  'confirmTwoFactor',
  'createIncome',
  'createStatement',
  'exportIncome',
  'exportOrders',
  'getMessage',
  'getOverview',
  'getOwnAdmin',
  'listAdminSessions',
  'listIncome',
  'listMessages',
  'listOrders',
  'putOrderNote',
  'removeAdminSession',
  'removeOrder',
  'removeOtherAdminSessions',
  'removeTwoFactor',
  'renewRecoveryCodes',
  'replyToMessage',
  'sendMailAgain',
  'startTwoFactor',
  'sumOrders',
  'undoPayment',
  'updateMessage',
  'updateOrder',
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
    const list = () => app.request('GET', '/api/admin/users', { token });
    expect((await list()).status).toBe(200);
    await app.store.db.updateTable('admins').set({ role: 'orders' }).where('id', '=', id).execute();
    expect(await list()).toMatchObject(REJECTED);
    await app.store.db.updateTable('admins').set({ role: 'all' }).where('id', '=', id).execute();
    expect((await list()).status).toBe(200);
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
