import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { RECENT_LOGIN_MAX_AGE } from '#contract/limits.ts';
import type { PageContent } from '#contract/page-content.ts';
import { TAX_NUMBER_MAX } from '#contract/seller.admin.ts';
import type { Seller } from '#contract/seller.ts';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { barePages } from '#tests/support/bare-pages.ts';
import { aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, resetOrders, step, type TestAdmin } from '#tests/support/orders.ts';
import { sellerBody } from '#tests/support/sellers.ts';

const NOBODY = Object.fromEntries(Object.keys(sellerBody()).map((field) => [field, ''])) as unknown as Seller;

describe.each(DATABASES)('the seller on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  beforeEach(async () => {
    await resetOrders(app);
    await app.store.db.updateTable('seller').set(NOBODY).execute();
    await app.store.db.deleteFrom('audit').execute();
    await app.store.db.deleteFrom('mails').execute();
  });
  afterAll(() => app.close());

  const read = async () => (await app.request('GET', '/api/payments/seller')).body.data;
  const write = (data: object, rest: object = {}, token = admin.token, headers = {}) =>
    app.request('PUT', '/api/payments/seller', { token, body: { data, ...rest }, headers });
  const mailsTo = async (email: string) => {
    await app.deliverMails();
    return app.mails.splice(0).filter(({ to }) => to === email);
  };

  test('is nobody at first, and then as it was saved, trimmed and in one line, with an entry in the activity log', async () => {
    expect(await read()).toEqual(NOBODY);
    const typed = { ...sellerBody(), address_en: ' 1 Khreshchatyk St,\n Kyiv ', contact_email: 'Koval@Example.com', phone: '' };
    const saved = sellerBody({ phone: '' });
    expect(await write(typed)).toMatchObject({ status: 200, body: { code: 'sellerApi.success', data: saved } });
    expect(await read()).toEqual(saved);
    const [entry] = await app.store.db.selectFrom('audit').select(['actor', 'action', 'before', 'after']).execute();
    expect(entry).toMatchObject({ actor: admin.email, action: 'seller.update' });
    expect([entry?.before, entry?.after].map((state) => JSON.parse(state ?? ''))).toEqual([NOBODY, saved]);
  });

  test.each<[keyof Seller, unknown]>([
    ['name_ua', ' '],
    ['name_en', undefined],
    ['address_ru', '\u200b'],
    ['tax_number', 'x'.repeat(TAX_NUMBER_MAX + 1)],
    ['contact_email', 'nobody'],
    ['phone', 'call me'],
  ])('with %s of %j is rejected at its field', async (field, value) => {
    expect(await write({ ...sellerBody(), [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'api.loginUser.cannotEmpty', errors: [{ field: `data.${field}` }] },
    });
    expect(await read()).toEqual(NOBODY);
  });

  test('is not overwritten by an administrator who saw other data, nor after a login long ago, nor by others', async () => {
    expect((await write(sellerBody(), { seen: NOBODY })).status).toBe(200);
    for (const field of Object.keys(NOBODY))
      expect(await write(sellerBody({ tax_number: '2' }), { seen: { ...sellerBody(), [field]: 'x' } }), field).toMatchObject({
        status: 409,
        body: { code: 'adminApi.changed' },
      });
    const old = await anAdmin(app);
    const created_at = isoTime(app.clock.now() - RECENT_LOGIN_MAX_AGE - 1_000);
    await app.store.db.updateTable('admin_sessions').set({ created_at }).where('admin_id', '=', old.id).execute();
    expect(await write(sellerBody({ tax_number: '2' }), {}, old.token)).toMatchObject({
      status: 401,
      body: { code: 'adminApi.reloginRequired' },
    });
    for (const { token } of [await aUser(app), await anAdmin(app, 'orders')])
      expect((await write(sellerBody({ tax_number: '2' }), {}, token)).status).toBe(403);
    expect(await read()).toEqual(sellerBody());
  });

  test('is emailed to every administrator after a change, field by field', async () => {
    const other = await anAdmin(app);
    await app.store.db.updateTable('admins').set({ language: 'en' }).where('id', '=', other.id).execute();
    await write(sellerBody());
    const [first] = await mailsTo(other.email);
    expect(first?.text).toContain('Seller, name in Ukrainian: — → ФОП Коваль Олена Петрівна');
    await write(sellerBody());
    expect(await mailsTo(other.email), 'nothing changed').toEqual([]);
    await write(sellerBody({ tax_number: '2' }));
    const [second] = await mailsTo(other.email);
    expect(second?.text).toContain('Seller, tax number: 1234567890 → 2');
    expect(second?.text).not.toContain('Khreshchatyk');
  });

  test.each(LANGUAGES)('is at the end of emails about orders in %s, once it is given', async (language) => {
    await activatePayments(app);
    const user = await aUser(app);
    await app.store.db.updateTable('users').set({ language }).where('id', '=', user.id).execute();
    const order = (body: object) =>
      app.request('POST', '/api/orders', {
        token: user.token,
        body: { tariff_change: 'family', payment_months: 1, ...body },
        headers: { 'accept-language': language },
      });
    const code = (await order({})).body.data.order_code;
    const [bare] = await mailsTo(user.email);
    expect(bare?.text).not.toContain('koval@example.com');
    await write(sellerBody({ [`name_${language}`]: 'Коваль & <сини>' }));
    await order({ payment_months: 2 });
    const [made] = await mailsTo(user.email);
    expect(made?.text.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(`: Коваль & <сини>, .+ 1234567890, ${sellerBody()[`address_${language}`]}, koval@example.com, \\+380 44 123 45 67$`),
    );
    expect(made?.html).toContain('Коваль &amp; &lt;сини&gt;');
    await write(sellerBody({ phone: '' }));
    await step(app, admin, code, 'confirmed');
    const [paid] = await mailsTo(user.email);
    expect(paid?.text.trimEnd()).toMatch(/, koval@example\.com$/);
  });

  test('is in the content of pages once it is given, and so are the days that messages are kept, unless that is a year', async () => {
    const seen: PageContent[] = [];
    const pages = barePages(async ({ data }) => {
      seen.push(data);
      return { status: 200, html: '' };
    });
    for (const days of [0, 10, 365]) {
      const other = await testApp(kind, { pages, database: app.database, messageRetention: days * DAY });
      onTestFinished(() => other.close());
      await other.request('GET', '/login');
      if (days === 0) await write(sellerBody());
    }
    expect(seen.map(({ seller, messageRetention }) => [seller, messageRetention])).toEqual([
      [undefined, 0],
      [sellerBody(), 10],
      [sellerBody(), undefined],
    ]);
  });
});
