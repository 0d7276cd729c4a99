import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#contract/periods.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, postOrder, step, userOf } from '#tests/support/orders.ts';

describe.each(DATABASES)('the renewal of a tariff on %s', (kind) => {
  let app: TestApp;
  let user: TestUser;
  let end: number;
  let first: string;
  beforeEach(async () => {
    app = await testApp(kind);
    user = await aUser(app);
    const order = await anOrder(app, user, { status: 'completed', payment_months: 1 });
    end = Date.parse(order.tariff_end_date ?? '');
    first = order.order_code;
  });
  afterEach(() => app.close());

  async function goTo(time: number): Promise<void> {
    app.clock.advance(time - app.clock.now());
    user = { ...user, token: await aSession(app, user.id) };
  }
  const renew = (body = {}) => postOrder(app, user, { payment_months: 2, ...body });
  const remove = async (code: string) =>
    expect((await app.request('DELETE', `/api/admin/orders/${code}`, { token: (await anAdmin(app)).token })).status).toBe(200);
  const renewedEnd = () => isoTime(addMonths(end, 2));

  test('can be ordered from 14 days before the end, for the same tariff only', async () => {
    await goTo(end - 14 * DAY - MINUTE);
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'tariffApi.request.running' } });
    await goTo(end - 14 * DAY + MINUTE);
    expect(await renew({ tariff_change: 'business' })).toMatchObject({ status: 409, body: { code: 'tariffApi.request.running' } });
    const { body } = await renew();
    expect(body.data).toMatchObject({ status: 'processing', tariff_change: 'family' });
    expect(await userOf(app, user)).toMatchObject({
      ...{ status: 'processing', order_code: body.data.order_code, amount_due: 6, tariff: 'family', tariff_end_date: isoTime(end) },
    });
  });

  test('completed early it begins at the old end, and the earlier order stays the current one until then', async () => {
    await goTo(end - 3 * DAY);
    const { order_code } = (await renew()).body.data;
    const admin = await anAdmin(app);
    await step(app, admin, order_code, 'confirmed');
    expect(await step(app, admin, order_code, 'completed')).toMatchObject({
      ...{ tariff_start_date: isoTime(end), tariff_end_date: renewedEnd(), is_running: true },
    });
    const facts = { status: 'completed', tariff: 'family', tariff_end_date: renewedEnd() };
    expect(await userOf(app, user)).toMatchObject({ ...facts, order_code: first });
    await goTo(end + SECOND);
    expect(await userOf(app, user)).toMatchObject({ ...facts, order_code });
    await goTo(Date.parse(renewedEnd()));
    expect(await userOf(app, user)).toMatchObject({ status: null, tariff: 'basic' });
  });

  test('confirmed in time it is completed before the old end, so that no vehicle is hidden between', async () => {
    await aVehicle(app, user);
    await aVehicle(app, user);
    await goTo(end - 10 * MINUTE);
    const { order_code } = (await renew()).body.data;
    await step(app, await anAdmin(app), order_code, 'confirmed');
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'confirmed' });
    await goTo(end - 3 * MINUTE);
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'completed', tariff_end_date: renewedEnd() });
    await goTo(end + SECOND);
    expect((await app.request('GET', '/api/vehicles', { token: user.token })).body).toMatchObject({ hidden: 0 });
  });

  test('not paid in time it is an ordinary order, which waits for the grace time', async () => {
    await goTo(end - DAY);
    const { order_code } = (await renew()).body.data;
    await goTo(end + HOUR);
    expect(await userOf(app, user)).toMatchObject({ status: 'processing', tariff: 'basic', tariff_end_date: null });
    await step(app, await anAdmin(app), order_code, 'confirmed');
    await app.runJobs();
    expect(await userOf(app, user)).toMatchObject({ status: 'confirmed', tariff: 'basic' });
    await goTo(end + 2 * HOUR);
    await app.runJobs();
    const { tariff_start_date } = await userOf(app, user);
    expect(Date.parse(tariff_start_date)).toBeGreaterThanOrEqual(end + 2 * HOUR);
  });

  test('a deleted renewal gives back only its own months, and a deleted earlier order lets them begin', async () => {
    await goTo(end - 3 * DAY);
    const { order_code } = (await renew()).body.data;
    const admin = await anAdmin(app);
    await step(app, admin, order_code, 'confirmed');
    await step(app, admin, order_code, 'completed');
    await remove(order_code);
    expect(await userOf(app, user)).toMatchObject({ tariff: 'family', tariff_end_date: isoTime(end), order_code: first });
    const again = (await renew()).body.data.order_code;
    await step(app, admin, again, 'confirmed');
    await step(app, admin, again, 'completed');
    await goTo(end - 2 * DAY);
    await remove(first);
    const now = app.clock.now();
    const after = await userOf(app, user);
    expect(after).toMatchObject({ status: 'completed', tariff: 'family', order_code: again });
    expect(Math.abs(Date.parse(after.tariff_end_date) - addMonths(now, 2))).toBeLessThan(10 * SECOND);
    const revenue = await app.request('GET', '/api/statistics/revenue', { token: (await anAdmin(app)).token });
    expect(revenue.body.data.tariffs[1]).toMatchObject({ users: 1, paying: 1, monthly: 3 });
  });
});
