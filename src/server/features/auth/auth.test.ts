import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegisteredUser, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';

describe.each(DATABASES)('accounts on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  test('registers a user with an emailed code, logs in and logs out', async () => {
    const { email } = await aRegisteredUser(app, { phone: '050 123 45 67' });
    const login = await postLogin(app, { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { success: true, code: 'api.loginUser.success', tariff: 'basic' } });
    const { token } = login.body;
    const user = await app.request('GET', '/api/users/user', { token });
    expect(user.body.data).toEqual({
      user_id: expect.any(Number),
      email,
      phone: '+380501234567',
      currency: 'UAH',
      first_name: 'Олена',
      last_name: 'Коваль',
      person_image: null,
      tariff: 'basic',
      tariff_change: null,
      status: null,
      tariff_start_date: null,
      tariff_end_date: null,
      order_code: null,
      amount_due: null,
      payment_months: null,
    });
    expect(await app.request('POST', '/api/users/logout', { token })).toMatchObject({ status: 200, body: { code: 'api.logout.success' } });
    expect((await app.request('GET', '/api/users/user', { token })).body.code).toBe('api.401');
  });
});
