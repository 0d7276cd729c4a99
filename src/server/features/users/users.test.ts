import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';

describe.each(DATABASES)('the data of a user on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const user = async (token: string) => (await app.request('GET', '/api/users/user', { token })).body;
  const tariff = async (token: string) => (await app.request('GET', '/api/users/user-tariff', { token })).body;
  const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const none = { tariff_start_date: null, tariff_end_date: null };

  test('basic has no period and allows one vehicle', async () => {
    const { id, email, token } = await aUser(app);
    expect(await user(token)).toMatchObject({ success: true, data: { user_id: id, email, tariff: 'basic', status: null, ...none } });
    expect(await tariff(token)).toEqual({ success: true, tariff: 'basic', limit: 1, ...none });
  });

  test.each([
    ['family', 5],
    ['business', null],
  ] as const)('%s has the status completed during its period and becomes basic at its end', async (paid, limit) => {
    const { token } = await aUser(app, { tariff: paid, days: 3 });
    const period = { tariff: paid, tariff_start_date: ISO, tariff_end_date: ISO };
    expect((await user(token)).data).toMatchObject({ status: 'completed', ...period });
    expect(await tariff(token)).toEqual({ success: true, limit, ...period });
    app.clock.advance(3 * DAY);
    expect((await user(token)).data).toMatchObject({ tariff: 'basic', status: null, ...none });
    expect(await tariff(token)).toEqual({ success: true, tariff: 'basic', limit: 1, ...none });
  });

  test('contains nothing private, and the avatar as a path', async () => {
    const { id, token } = await aUser(app);
    const image = cryptoTokens.newId();
    await app.store.db
      .insertInto('images')
      .values({ id: image, media_type: 'image/png', bytes: new Uint8Array(1), created_at: isoTime(app.clock.now()) })
      .execute();
    await app.store.db.updateTable('users').set({ image_id: image }).where('id', '=', id).execute();
    const { data } = await user(token);
    expect(data.person_image).toBe(`/api/images/${image}`);
    expect(Object.keys(data).filter((name) => /password|hash|language/.test(name))).toEqual([]);
  });

  test('requires a valid token, otherwise 401', async () => {
    for (const path of ['/api/users/user', '/api/users/user-tariff'])
      for (const token of [undefined, 'garbage', 'x'.repeat(500)])
        expect(await app.request('GET', path, { token })).toMatchObject({ status: 401, body: { code: 'api.401' } });
  });
});
