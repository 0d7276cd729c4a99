import { audit } from '../support/axe.ts';
import { button, heading } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { advance, giveOrder, menuItem, openAccount, plan, row } from '../support/order-pages.ts';
import { activatePayments } from '../support/orders.ts';
import { anOwner } from '../support/owners.ts';

/** WCAG 2.2 AA and best practices in every state of tariffs and orders in the account. */

test.describe.configure({ mode: 'parallel' });
// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ store }) => activatePayments({ store }));

test('the tariff form has no accessibility violation', async ({ reader, store }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  await openAccount(reader, await anOwner(store));
  await expect(heading(reader, 'user:title')).toHaveCount(0);
  await audit(page, 'card without an order');
  await page.goto('/user?view=tariff');
  await plan(reader, 'business').check();
  await audit(page, 'form');

  await page.route('**/api/orders', (route) => route.abort());
  await button(reader, 'orders:form.send').click();
  await expect(page.getByRole('alert')).toHaveText(say('shell:client.network'));
  await audit(page, 'form, rejected');

  await activatePayments({ store }, 0);
  await page.reload();
  await expect(heading(reader, 'orders:form.title')).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
  await audit(page, 'form, payment off');

  await activatePayments({ store });
  await page.route('**/api/prices/price', (route) => route.fulfill({ status: 404, json: { success: false, code: 'api.404' } }));
  await page.reload();
  await expect(button(reader, 'shell:again')).toBeVisible();
  await audit(page, 'form without prices');
});

test('the order has no accessibility violation', async ({ reader, store, server, context }) => {
  test.setTimeout(180_000);
  const { page, say } = reader;
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const owner = await anOwner(store);
  const { order_code: code } = await giveOrder(server, owner);
  await openAccount(reader, owner);
  await expect(page.getByText(say('orders:card.waiting'))).toBeVisible();
  await audit(page, 'card, order awaits payment');

  await page.goto('/user?view=order');
  await expect(row(reader, 'iban')).toBeVisible();
  await audit(page, 'order');
  await button(reader, 'orders:copy.code').click();
  await expect(page.getByText(say('orders:copy.refused'))).toBeVisible();
  await audit(page, 'order, copying failed');
  await button(reader, 'orders:cancel.button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'confirmation before an order is cancelled');

  await activatePayments({ store }, 0);
  await page.reload();
  await expect(row(reader, 'due')).toBeVisible();
  await expect(row(reader, 'iban')).toHaveCount(0);
  await audit(page, 'order, payment off');

  await advance({ server, store }, code, 'confirmed');
  await page.reload();
  await expect(page.getByText(say('orders:order.received'))).toBeVisible();
  await audit(page, 'order, money received');
  await page.goto('/user');
  await expect(menuItem(reader, 'order')).toBeDisabled();
  await audit(page, 'card, money received');

  await advance({ server, store }, code, 'completed');
  await page.reload();
  await expect(page.getByText(say('orders:card.completed', { tariff: say('tariffs:names.family') }))).toBeVisible();
  await audit(page, 'card, tariff active');
});
