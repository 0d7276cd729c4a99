import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { advertBody, putAdverts } from '#tests/support/adverts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, step, type TestAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('the audit log on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let orderCode: string;
  let userId: number;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
    const user = await aUser(app);
    userId = user.id;
    orderCode = (await anOrder(app, user)).order_code;
    await step(app, admin, orderCode, 'confirmed');
    await app.request('DELETE', `/api/admin/orders/${orderCode}`, { token: admin.token });
    const body = { tariff: 'family', payment_months: 1 };
    await app.request('PATCH', `/api/admin/users/${userId}/tariff`, { token: admin.token, body });
    await putAdverts(app, admin, [advertBody()]);
    const message = { message_text_ua: 'а', message_text_ru: 'а', message_text_en: 'a' };
    await app.request('PUT', '/api/payments/update-block-message', { token: admin.token, body: { data: message } });
  });
  afterAll(() => app.close());

  const read = async (query = '') => (await app.request('GET', `/api/admin/audit${query}`, { token: admin.token })).body;
  const actions = async (query: string): Promise<string[]> => (await read(query)).data.map(({ action }: AuditEntry) => action);
  const ALL = ['blockMessage.update', 'adverts.update', 'user.tariff', 'order.delete', 'order.status'];

  test('lists actor and action, newest first, with the state before and after', async () => {
    const { data, total } = await read();
    expect(total).toBe(ALL.length);
    expect(data.map(({ action }: AuditEntry) => action)).toEqual(ALL);
    expect(data[4]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      actor: admin.email,
      action: 'order.status',
      subject: `order ${orderCode}`,
      before: expect.objectContaining({ status: 'processing' }),
      after: expect.objectContaining({ status: 'confirmed' }),
    });
    expect(data[3]).toMatchObject({ before: { status: 'confirmed' }, after: null });
  });

  test.each<[string, () => string, string[]]>([
    ['an actor', () => 'ADMIN-', ALL],
    ['an action', () => 'order.', ['order.delete', 'order.status']],
    ['an action with an uppercase letter', () => 'blockMess', ['blockMessage.update']],
    ['a subject', () => 'order', ['order.delete', 'order.status']],
    ['an order code', () => orderCode.slice(0, 4).toLowerCase(), ['order.delete', 'order.status']],
    ['a subject with an order code', () => `Order ${orderCode}`, ['order.delete', 'order.status']],
    ['a user id', () => String(userId), ['user.tariff']],
    ['no entry', () => 'x', []],
    ['a LIKE wildcard', () => '%', []],
    ['no prefix, but the end of a subject', () => 'rder', []],
  ])('searches by a prefix: %s', async (_, q, found) => {
    const query = `?q=${encodeURIComponent(q())}`;
    expect(await actions(query)).toEqual(found);
    expect((await read(query)).total).toBe(found.length);
  });

  test('is paged', async () => {
    expect(await actions('?pageSize=3')).toEqual(ALL.slice(0, 3));
    expect(await actions('?pageSize=3&page=2')).toEqual(ALL.slice(3));
    expect(await read('?pageSize=3&page=3')).toEqual({ success: true, data: [], total: ALL.length });
    for (const query of ['?page=0', '?page=x', '?pageSize=101', '?q=%00'])
      expect(await app.request('GET', `/api/admin/audit${query}`, { token: admin.token })).toMatchObject({ status: 400 });
  });

  test('rejects users with 403', async () => {
    const { token } = await aUser(app);
    expect((await app.request('GET', '/api/admin/audit', { token })).status).toBe(403);
  });
});
