import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';
import { insertMails } from '#tests/support/mail-queue.ts';
import { activatePayments, anAdmin, anOrder, resetOrders, type TestAdmin } from '#tests/support/orders.ts';
import { sellerBody } from '#tests/support/sellers.ts';

describe.each(DATABASES)('the overview of an administrator on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const overviewOf = async ({ token }: TestAdmin, of = app) => {
    const { status, body } = await of.request('GET', '/api/admin/overview', { token });
    expect(status).toBe(200);
    return body.data;
  };

  test('counts orders that await payment, unanswered messages, and undelivered emails for those who may see them', async () => {
    const [admin, helper] = [await anAdmin(app), await anAdmin(app, 'orders')];
    expect(await overviewOf(admin)).toMatchObject({ orders: 0, messages: 0, mails: 0 });
    await anOrder(app, await aUser(app));
    await anOrder(app, await aUser(app), { status: 'confirmed' });
    await anOrder(app, await aUser(app), { status: 'completed' });
    expect((await app.request('POST', '/api/feedback/send', { body: feedbackBody() })).status).toBe(200);
    await insertMails(app, 'tariffEnds', 2, { next_try_at: null, failed_at: isoTime(app.clock.now()) });
    expect(await overviewOf(admin)).toMatchObject({ orders: 1, messages: 1, mails: 2 });
    expect(await overviewOf(helper)).toMatchObject({ orders: 1, messages: 1, mails: null });
  });

  test('lists what is still to set up until it is done', async () => {
    await resetOrders(app);
    const [admin, helper] = [await anAdmin(app), await anAdmin(app, 'orders')];
    await app.ensureAdmin({ adminEmail: undefined, adminPassword: undefined });
    const bare = await testApp(kind, { database: app.database, hasSmtp: false });
    onTestFinished(() => bare.close());
    const setupOf = async (one: TestAdmin, of = app) => (await overviewOf(one, of)).setup;
    expect(await setupOf(admin, bare)).toEqual(['mail', 'payments', 'seller', 'contact', 'twoFactor']);
    expect(await setupOf(helper, bare)).toEqual(['mail', 'twoFactor']);
    expect(await setupOf(helper)).toEqual(['twoFactor']);

    await app.store.db
      .insertInto('admins')
      .values({ email: 'admin@carnet.local', password_hash: 'x', origin: 'start', created_at: '' })
      .execute();
    await app.store.db.updateTable('admins').set({ totp_secret: 'x' }).where('id', '=', admin.id).execute();
    expect(await setupOf(admin)).toEqual(['payments', 'seller', 'contact', 'address']);
    await activatePayments(app, 0);
    expect(await setupOf(admin), 'filled in, but off everywhere').toContain('payments');
    await app.store.db.updateTable('payments').set({ is_active: 1 }).where('lang', '=', 'ua').execute();
    await app.store.db.deleteFrom('admins').where('email', '=', 'admin@carnet.local').execute();
    expect(await setupOf(admin)).toEqual(['seller', 'contact']);
    await app.store.db.updateTable('seller').set(sellerBody()).execute();
    expect(await setupOf(admin)).toEqual(['contact']);
  });
});
