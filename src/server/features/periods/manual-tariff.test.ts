import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths } from '#contract/periods.ts';
import { DAY } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';

const BASIC = { tariff: 'basic', tariff_start_date: null, tariff_end_date: null };

describe.each(DATABASES)('a tariff changed by an administrator on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const change = async ({ id }: TestUser, body: object) => {
    const { token } = await anAdmin(app);
    return app.request('PATCH', `/api/admin/users/${id}/tariff`, { token, body });
  };
  const stored = async ({ id }: TestUser) =>
    app.store.db
      .selectFrom('users')
      .select(['tariff', 'tariff_start_date', 'tariff_end_date'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const later = (at: string | null, months: number) => new Date(addMonths(Date.parse(at ?? ''), months)).toISOString();

  test('continues the running period after its end', async () => {
    const user = await aUser(app, { tariff: 'family', days: 40 });
    const before = await stored(user);
    const { status, body } = await change(user, { tariff: 'family', payment_months: 3, from_end: true, seen: before });
    expect({ status, period: body.data }).toMatchObject({
      status: 200,
      period: { ...before, tariff_end_date: later(before.tariff_end_date, 3) },
    });
    await app.deliverMails();
    const mail = app.mails.splice(0).find(({ to }) => to === user.email);
    expect(mail?.text).toContain(String(new Date(body.data.tariff_end_date).getUTCFullYear()));
  });

  test.each([
    ['another tariff', { tariff: 'business' as const, days: 5 }],
    ['an ended period', { tariff: 'family' as const, days: 1 }],
    ['basic', {}],
  ])('does not continue %s', async (_, tariff) => {
    const user = await aUser(app, tariff);
    app.clock.advance(2 * DAY);
    const before = await stored(user);
    const answer = await change(user, { tariff: 'family', payment_months: 1, from_end: true });
    expect(answer).toMatchObject({ status: 409, body: { code: 'tariffApi.manual.notRunning' } });
    expect(await stored(user)).toEqual(before);
  });

  test('is not changed by an administrator who saw another one', async () => {
    const user = await aUser(app);
    const changed = await change(user, { tariff: 'business', payment_months: 12, seen: BASIC });
    expect(changed.status).toBe(200);
    const { tariff, tariff_start_date, tariff_end_date } = changed.body.data;
    const inForce = { tariff, tariff_start_date, tariff_end_date };
    for (const seen of [BASIC, { ...inForce, tariff: 'family' }, { ...inForce, tariff_end_date: null }])
      for (const wanted of [{ tariff: 'basic' }, { tariff: 'family', payment_months: 1 }])
        expect(await change(user, { ...wanted, seen })).toMatchObject({ status: 409, body: { code: 'adminApi.changed' } });
    expect(await stored(user)).toEqual(inForce);
    expect(await change(user, { tariff: 'basic', seen: inForce })).toMatchObject({ status: 200, body: { data: BASIC } });
    expect((await change(user, { tariff: 'family', payment_months: 1 })).status).toBe(200);
  });

  test.each([[{ seen: 'basic' }], [{ seen: { ...BASIC, tariff: 'gold' } }], [{ seen: { tariff: 'basic' } }], [{ from_end: 'yes' }]])(
    'rejects %j with 400',
    async (wrong) => {
      const user = await aUser(app);
      expect((await change(user, { tariff: 'family', payment_months: 1, ...wrong })).status).toBe(400);
    },
  );
});
