import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry, AuditKind } from '#contract/audit.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { isoTime } from '#server/ports/clock.ts';
import { advertBody, putAdverts } from '#tests/support/adverts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, step, type TestAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('the audit log on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let orderCode: string;
  let userId: number;
  let email: string;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
    const user = await aUser(app);
    userId = user.id;
    email = user.email;
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
  const OF_ORDER = ['order.delete', 'order.status'];
  const OF_USER = ['user.tariff', ...OF_ORDER];
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
      user_id: userId,
      email,
      reason: null,
      before: expect.objectContaining({ status: 'processing' }),
      after: expect.objectContaining({ status: 'confirmed' }),
    });
    expect(data[3]).toMatchObject({ before: { status: 'confirmed' }, after: null });
  });

  test.each<[string, () => string, string[]]>([
    ['an actor', () => 'ADMIN-', ALL],
    ['the email of a user', () => email.toUpperCase(), OF_USER],
    ['the beginning of that email', () => email.slice(0, -4), OF_USER],
    ['an order code', () => orderCode.slice(0, 4).toLowerCase(), OF_ORDER],
    ['an order code as it is shown', () => formatOrderCode(orderCode), OF_ORDER],
    ['an order code after its word', () => `Order ${orderCode}`, OF_ORDER],
    ['the number of a user', () => String(userId), OF_USER],
    ['the number of a user after its sign', () => `№ ${userId}`, OF_USER],
    ['no number, but its beginning', () => `${userId}0`, []],
    ['no entry', () => 'x', []],
    ['a LIKE wildcard', () => '%', []],
    ['no prefix, but the end of an email', () => 'example.com', []],
  ])('searches by a prefix: %s', async (_, q, found) => {
    const query = `?q=${encodeURIComponent(q())}`;
    expect(await actions(query)).toEqual(found);
    expect((await read(query)).total).toBe(found.length);
  });

  test('is paged', async () => {
    expect(await actions('?pageSize=3')).toEqual(ALL.slice(0, 3));
    expect(await actions('?pageSize=3&page=2')).toEqual(ALL.slice(3));
    expect(await read('?pageSize=3&page=3')).toEqual({ success: true, data: [], total: ALL.length, is_more: false });
    for (const query of [
      '?page=0',
      '?page=x',
      '?pageSize=101',
      '?q=%00',
      '?kind=x',
      '?from=yesterday',
      '?to=2026-11-22',
      '?to=2026-99-22T00:00:00Z',
    ])
      expect(await app.request('GET', `/api/admin/audit${query}`, { token: admin.token })).toMatchObject({ status: 400 });
  });

  test.each<[AuditKind, string[]]>([
    ['orders', OF_ORDER],
    ['tariffs', ['user.tariff']],
    ['adverts', ['adverts.update']],
    ['payment', ['blockMessage.update']],
    ['cards', []],
  ])('is filtered by kind: %s', async (only, found) => {
    expect(await actions(`?kind=${only}`)).toEqual(found);
    expect(await actions(`?kind=${only}&q=${admin.email}`)).toEqual(found);
    const ofUser = found.filter((action) => OF_USER.includes(action));
    for (const q of [email, String(userId)]) expect(await actions(`?kind=${only}&q=${q}`)).toEqual(ofUser);
    expect(await actions(`?kind=${only}&q=${orderCode}`)).toEqual(only === 'orders' ? found : []);
    expect(await actions(`?kind=${only}&pageSize=1&page=2`)).toEqual(found.slice(1, 2));
  });

  test('is filtered by time, from included and to excluded', async () => {
    const { data } = await read();
    const times = data.map(({ at }: AuditEntry) => at) as string[];
    const from = times.at(-1) ?? '';
    const after = isoTime(Date.parse(times[0] ?? '') + 1);
    expect(await actions(`?from=${from}&to=${after}`)).toEqual(ALL);
    expect(await actions(`?to=${from}`)).toEqual([]);
    expect(await actions(`?from=${after}`)).toEqual([]);
    expect(await actions(`?from=${from}&q=${email}`)).toEqual(OF_USER);
    for (const query of [
      `to=${from}&q=${email}`,
      `from=${after}&kind=orders`,
      `from=${after}&q=${admin.email}`,
      `from=${after}&q=${orderCode}`,
    ])
      expect(await actions(`?${query}`), query).toEqual([]);
  });

  test('rejects users with 403', async () => {
    const { token } = await aUser(app);
    expect((await app.request('GET', '/api/admin/audit', { token })).status).toBe(403);
  });
});
