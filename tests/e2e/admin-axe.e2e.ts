import type { Page } from '@playwright/test';
import { PAGE_SIZE } from '#contract/limits.ts';
import { aPanelAdmin, ask, chooseTab, countVisits, logInAdmin, placeOrder } from '../support/admin-page.ts';
import { advertBody } from '../support/adverts.ts';
import { audit } from '../support/axe.ts';
import { aPicture, feedbackBody } from '../support/builders.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner } from '../support/owners.ts';

/** Every tab of the admin panel with its dialogs and errors: no axe finding and no horizontal scrolling, in both themes. */

test.describe.configure({ mode: 'parallel' });
// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [1280, 991, 360] as const;

/** Checks that nothing overflows horizontally, including wide tables and long words. */
async function expectNoSideways(page: Page, state: string): Promise<void> {
  for (const width of [...WIDTHS, 992, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over, { message: `${state} at ${width}` }).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function look(page: Page, state: string): Promise<void> {
  await expectNoSideways(page, state);
  await audit(page, state, WIDTHS);
}

const button = ({ page, say }: Reader, key: string, values?: Record<string, unknown>) =>
  page.getByRole('button', { name: say(key, values), exact: true }).filter({ visible: true });

async function inAdminPanel({ page }: Reader, { store }: Pick<Served, 'store'>, tab: string): Promise<string> {
  const admin = await aPanelAdmin(store);
  await logInAdmin(page, admin);
  await page.goto(`/admin?tab=${tab}`);
  return admin.token;
}

test('the admin login page has no accessibility violation', async ({ reader }) => {
  const { page, say } = reader;
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: say('admin:login.title') })).toBeVisible();
  await look(page, 'login');
  await button(reader, 'admin:login.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'login, errors', WIDTHS);
});

test('orders have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(180_000);
  const { page, say } = reader;
  for (let count = 0; count <= PAGE_SIZE; count += 1)
    await placeOrder(store, { status: count % 2 ? 'completed' : 'confirmed', months: 12 });
  const order = await placeOrder(store);
  const admin = await inAdminPanel(reader, { store }, 'orders');
  await expect(page.getByRole('table')).toBeVisible();
  await look(page, 'orders');
  await page.setViewportSize({ width: 360, height: 800 });
  await page
    .getByRole('navigation', { name: say('admin:tabs.label') })
    .getByRole('button', { expanded: false })
    .click();
  await expect(button(reader, 'admin:tabs.logout')).toBeVisible();
  await audit(page, 'menu of tabs', [360]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 800 });
  // The list loads itself again every 30 s: counted from here, it does not show the change before the click.
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await ask(server, 'PATCH', `/api/admin/orders/${order.code}`, admin, { status: 'confirmed' });
  await page
    .getByRole('button', { name: new RegExp(`^${say('adminLists:orders.step.confirmed')}`) })
    .first()
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'orders, rejected');
  await page
    .getByRole('button', { name: new RegExp(`^${say('adminLists:orders.removeOf', { code: '' }).trim()}`) })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'orders, confirmation', WIDTHS);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByRole('main').getByText(say('adminLists:orders.notFound', { q: 'nobody' }))).toBeVisible();
  await look(page, 'orders, nothing found');
});

test('users have no accessibility violation', async ({ reader, store }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  for (const tariff of ['basic', 'family', 'business'] as const) await anOwner(store, tariff);
  await inAdminPanel(reader, { store }, 'listUsers');
  await expect(page.getByRole('table')).toBeVisible();
  await look(page, 'users');
  await page
    .getByRole('button', { name: new RegExp(`^${say('adminLists:users.change')}`) })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'manual change of a tariff', WIDTHS);
  await page.keyboard.press('Escape');
  await page.getByRole('row').last().getByRole('link').first().click();
  await button(reader, 'adminLists:users.page.write.button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'an email to a user', WIDTHS);
});

test('messages have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(180_000);
  const { page, say } = reader;
  const userMessage = `Дуже довге слово: ${'причіп'.repeat(40)}. Чи можна його додати?`;
  for (const body of [feedbackBody({ userMessage }), feedbackBody({ email: `${'maria'.repeat(10)}@example.com` })])
    expect((await ask(server, 'POST', '/api/feedback/send', undefined, body)).status).toBe(200);
  await inAdminPanel(reader, { store }, 'messages');
  await expect(page.getByRole('table')).toBeVisible();
  await look(page, 'messages');
  await page
    .getByRole('link', { name: /Марія Шевченко/ })
    .last()
    .click();
  await expect(page.getByText(userMessage)).toBeVisible();
  await look(page, 'a message');
  await button(reader, 'adminLists:messages.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await look(page, 'a message, error');
  await page.getByLabel(say('adminLists:messages.reply'), { exact: true }).fill('Так.\nОберіть тип «Причіп».');
  await button(reader, 'adminLists:messages.send').click();
  await expect(page.getByRole('heading', { name: say('adminLists:messages.replies') })).toBeVisible();
  await look(page, 'a message with a reply');
});

test('settings have no accessibility violation', async ({ reader, store }) => {
  test.setTimeout(180_000);
  const { page, say } = reader;
  await inAdminPanel(reader, { store }, 'changeCost');
  await page.getByLabel(new RegExp(`^${say('tariffs:names.family')}`)).fill('-1');
  await button(reader, 'adminSettings:prices.save').click();
  await expect(page.getByText(say('errors:validation.number.negative'))).toBeVisible();
  await look(page, 'prices, error');
  await page.goto('/healthz');
  await page.goto('/admin?tab=changePaymentInformation');
  await page.getByLabel(say('adminSettings:payment.payee'), { exact: true }).filter({ visible: true }).fill('Я');
  await button(reader, 'adminSettings:payment.save').click();
  await expect(page.getByText(say('errors:validation.required')).first()).toBeVisible();
  await look(page, 'bank details, errors');
  await chooseTab(reader, 'orders');
  await expect(page.getByRole('dialog', { name: say('forms:leave.title') })).toBeVisible();
  await audit(page, 'confirmation before leaving a changed form', WIDTHS);
  await button(reader, 'forms:leave.confirm').click();
  await page.goto('/admin?tab=blockAdvertisingMessage');
  await page.getByLabel(say('adminSettings:languages.ru')).fill('');
  await button(reader, 'adminSettings:block.save').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await look(page, 'block message, error');
});

test('adverts have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const admin = await inAdminPanel(reader, { store }, 'orders');
  const form = new FormData();
  form.set('image', new Blob([await aPicture()]), 'a.jpg');
  const uploaded = await fetch(`${server.url}/api/advertising/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: form,
  });
  const { image } = (await uploaded.json()) as { image: string };
  await ask(server, 'PUT', '/api/advertising/updateAdvertising', admin, [advertBody('Зимові шини', { image }), advertBody('Мийка')]);
  await page.goto('/admin?tab=changeAdvertising');
  await button(reader, 'adminSettings:adverts.editOf', { title: 'Мийка зі знижкою' }).click();
  await button(reader, 'adminSettings:adverts.add').click();
  await button(reader, 'adminSettings:adverts.save').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(6);
  await look(page, 'adverts, errors');
  await button(reader, 'adminSettings:adverts.removeOf', { title: 'Мийка зі знижкою' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'adverts, confirmation', WIDTHS);
});

test('reports have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  await countVisits(
    store,
    Array.from({ length: 45 }, (_, day) => 7 * day),
  );
  const admin = await inAdminPanel(reader, { store }, 'visitorStatistics');
  await expect(page.getByRole('img', { name: say('adminReports:visits.months') })).toBeVisible();
  await page.getByText(say('adminReports:visits.inFigures')).click();
  await look(page, 'visits');
  const paid = await placeOrder(store);
  await ask(server, 'PATCH', `/api/admin/orders/${paid.code}`, admin, { status: 'confirmed' });
  await page.goto('/admin?tab=visitorStatistics&view=revenue');
  const summaries = page.getByText(say('adminReports:revenue.inFigures'));
  await expect(summaries).toHaveCount(3);
  for (const summary of await summaries.all()) await summary.click();
  await expect(page.getByRole('table')).toHaveCount(3);
  await look(page, 'revenue');
  await ask(server, 'PATCH', '/api/prices/price', admin, [{ tariff: 'business', price: 11 }]);
  await page.goto('/admin?tab=auditTrail');
  await expect(page.getByText(say('adminReports:audit.actions.prices.update')).first()).toBeVisible();
  await look(page, 'audit log');
});

test('an ended session has no accessibility violation', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const admin = await inAdminPanel(reader, { store }, 'blockAdvertisingMessage');
  await page.getByLabel(say('adminSettings:languages.en')).fill('Back on Monday.');
  await ask(server, 'POST', '/api/admin/logout', admin);
  await button(reader, 'adminSettings:block.save').click();
  await expect(page.getByRole('dialog', { name: say('admin:ended.title') })).toBeVisible();
  await audit(page, 'ended session', WIDTHS);
});
