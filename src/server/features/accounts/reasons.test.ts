import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, deleteUser, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { anAdmin, anOrder, type TestAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('reasons of administrators on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeEach(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  afterEach(() => app.close());

  const act = async (method: string, path: string, body?: object) =>
    expect((await app.request(method as 'PUT', `/api/admin/${path}`, { token: admin.token, body })).status).toBe(200);
  const reasons = async () => {
    const { data } = (await app.request('GET', '/api/admin/audit', { token: admin.token })).body;
    const shown = data.filter(({ action }: { action: string }) => action !== 'order.status');
    return shown.map(({ action, reason }: { action: string; reason: string | null }) => [action, reason]);
  };

  /** A user with an entry for each action with a reason, except the deletion. */
  async function aUserWithReasons() {
    const user = await anAccount(app);
    const { order_code } = await anOrder(app, user, { status: 'completed' });
    await act('DELETE', `orders/${order_code}`, { reason: 'Повернули гроші Олені' });
    await act('PATCH', `users/${user.id}/tariff`, { tariff: 'business', payment_months: 2, reason: '  За помилку в рахунку ' });
    await act('PATCH', `users/${user.id}/tariff`, { tariff: 'basic', reason: '' });
    await act('PUT', `users/${user.id}/lock`, { reason: 'Спам з olena@example.com' });
    return user;
  }
  const GIVEN = [
    ['user.lock', 'Спам з olena@example.com'],
    ['user.tariff', null],
    ['user.tariff', 'За помилку в рахунку'],
    ['order.delete', 'Повернули гроші Олені'],
  ];
  const CLEARED = GIVEN.map(([action]) => [action, null]);

  test('stand in the activity log and in the history of the tariff, until the account is deleted', async () => {
    const { id, email } = await aUserWithReasons();
    expect(await reasons()).toEqual(GIVEN);
    const { tariff_changes } = (await app.request('GET', `/api/admin/users/${id}`, { token: admin.token })).body.data;
    expect(tariff_changes.map(({ source, reason }: { source: string; reason: string | null }) => [source, reason])).toEqual([
      ['manual', null],
      ['manual', 'За помилку в рахунку'],
      ['deletedOrder', 'Повернули гроші Олені'],
    ]);
    await act('DELETE', `users/${id}/lock`);
    const { body } = await postLogin(app, { email, password: PASSWORD });
    expect((await deleteUser(app, body.token)).status).toBe(200);
    expect((await reasons()).slice(-GIVEN.length)).toEqual(CLEARED);
  });

  test('of a deletion by an administrator stays, those before it are cleared', async () => {
    const { id, email } = await aUserWithReasons();
    await act('DELETE', `users/${id}`, { email, reason: 'На прохання листом' });
    expect(await reasons()).toEqual([['user.delete', 'На прохання листом'], ...CLEARED]);
  });

  test('are optional, and an order is deleted without a body', async () => {
    const user = await anAccount(app);
    const { order_code } = await anOrder(app, user);
    await act('DELETE', `orders/${order_code}`);
    await act('PUT', `users/${user.id}/lock`, {});
    await act('DELETE', `users/${user.id}`, { email: user.email });
    expect((await reasons()).map(([, reason]: [string, string | null]) => reason)).toEqual([null, null, null]);
    const tooLong = { tariff: 'basic', reason: 'x'.repeat(501) };
    const { id } = await anAccount(app);
    expect(await app.request('PATCH', `/api/admin/users/${id}/tariff`, { token: admin.token, body: tooLong })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'validation.tooLong' }] },
    });
  });
});
