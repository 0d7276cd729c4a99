import { button, fact, field, vehicleCard } from '../support/book.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { advance, comeBack, giveOrder, menuItem, openAccount, plan, row, storedTariff } from '../support/order-pages.ts';
import { activatePayments } from '../support/orders.ts';
import { anOwner, giveVehicle, logInAs } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** Errors, disabled payment and hidden vehicles: how the account shows tariffs and orders. */

test.describe.configure({ mode: 'parallel' });
test.beforeEach(({ store }) => activatePayments({ store }));

test('shows a message instead of form and bank details while payment is disabled in the language', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const messages = await store.db.selectFrom('block_message').selectAll().executeTakeFirstOrThrow();
  const printedBefore = server.output().length;
  await openAccount(reader, owner, 'tariff');
  await plan(reader, 'business').check();
  await field(reader, 'orders:form.term').selectOption('7');
  await store.db.updateTable('payments').set({ is_active: 0 }).where('lang', '=', 'ua').execute();
  await press(button(reader, 'orders:form.send'));
  await expect(page.getByText(messages.message_text_ua)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);

  await page.getByLabel(say('shell:language.label')).selectOption('en');
  const inEnglish: Reader = { ...reader, say: textsOf('en') };
  await expect(plan(inEnglish, 'business')).toBeChecked();
  await expect(field(inEnglish, 'orders:form.term')).toHaveValue('7');
  await press(button(inEnglish, 'orders:form.send'));
  await expect(row(inEnglish, 'due')).toContainText('$63');
  await expect(row(inEnglish, 'iban')).toBeVisible();

  await page.getByLabel(inEnglish.say('shell:language.label')).selectOption('ua');
  await expect(page.getByText(messages.message_text_ua)).toBeVisible();
  await expect(row(reader, 'iban')).toHaveCount(0);
  await expect(row(reader, 'due')).toContainText('63\u00a0$');
  await expect(page.getByRole('link', { name: say('orders:order.change') })).toHaveCount(0);
  await expect(button(reader, 'orders:cancel.button')).toBeVisible();
  expect(server.output().slice(printedBefore)).not.toContain('"level":50');
});

test('activates a free tariff at once', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await store.db.updateTable('prices').set({ price: 0 }).where('tariff', '=', 'family').execute();
  await openAccount(reader, await anOwner(store), 'tariff');
  await plan(reader, 'family').check();
  await expect(page.getByText(say('orders:form.freeNote'))).toBeVisible();
  await press(button(reader, 'orders:form.start'));
  await expect(page).toHaveURL('/user');
  await expect(page.getByText(say('orders:form.started', { tariff: 'Сімейний' }))).toBeVisible();
  await expect(fact(page.getByRole('main'), say('user:tariff'))).toHaveText('Сімейний');
  await expect(fact(page.getByRole('main'), say('user:vehicles'))).toHaveText('0 з 5');
  await expect(menuItem(reader, 'tariff')).toBeDisabled();
  await expect.poll(() => storedTariff(reader)).toBe('family');
});

test('shows an error, keeps the choice, and can be retried', async ({ reader, store }) => {
  const { page, say, press } = reader;
  const errorWith = (code: string) => ({ status: 400, json: { success: false, code, message: 'x', requestId: 'r' } });
  await logInAs(page, await anOwner(store));
  await page.route('**/api/prices/price', (route) => route.fulfill(errorWith('tariffApi.request.500')));
  await page.goto('/user?view=tariff');
  await expect(page.getByRole('alert')).toContainText(say('errors:tariffApi.request.500'));
  await page.unroute('**/api/prices/price');
  await press(button(reader, 'shell:again'));

  await plan(reader, 'business').check();
  await field(reader, 'orders:form.term').selectOption('12');
  await page.route('**/api/orders', (route) => route.abort());
  await press(button(reader, 'orders:form.send'));
  await expect(page.getByRole('alert')).toHaveText(say('shell:client.network'));
  await expect(plan(reader, 'business')).toBeChecked();
  await expect(field(reader, 'orders:form.term')).toHaveValue('12');
  await page.unroute('**/api/orders');

  await page.route('**/api/orders/current', (route) => route.fulfill({ ...errorWith('paymentApi.404'), status: 404 }));
  await press(button(reader, 'orders:form.send'));
  await expect(page.getByRole('alert')).toContainText(say('errors:paymentApi.404'));
  await page.unroute('**/api/orders/current');
  await press(button(reader, 'shell:again'));
  await expect(row(reader, 'due')).toContainText('108\u00a0$');
});

test('shows why card payment is disabled, and opens the checkout page when it is enabled', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  await expect(button(reader, 'orders:pay.button')).toBeDisabled();
  await expect(button(reader, 'orders:pay.button')).toHaveAccessibleDescription(say('orders:pay.off'));

  await page.route('**/api/orders/current', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, is_card_active: true } });
  });
  const checkout = { success: true, url: `${server.url}/about` };
  await page.route('**/api/orders/*/checkout', (route) => route.fulfill({ status: 502, json: { success: false, code: 'cardApi.502' } }));
  await page.reload();
  await press(button(reader, 'orders:pay.button'));
  await expect(page.getByRole('alert')).toHaveText(say('errors:cardApi.502'));
  await page.unroute('**/api/orders/*/checkout');
  await page.route('**/api/orders/*/checkout', (route) => route.fulfill({ json: checkout }));
  await press(button(reader, 'orders:pay.button'));
  await expect(page).toHaveURL('/about');
});

test('hidden vehicles link to the form, then to the order, and reappear once it is paid', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store, 'family');
  await giveVehicle(server, owner, 'car');
  for (const model of ['М', 'В-134', 'В-135']) await giveVehicle(server, owner, 'bicycle', { brand: 'Україна', model });
  await store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', owner.id).execute();
  await logInAs(page, owner);
  await page.goto('/service');
  const hidden = page.getByText(say('vehicles:hidden.title', { count: 3 }));
  await expect(hidden).toHaveText('3 транспортні засоби приховано.');
  await press(page.getByRole('link', { name: say('vehicles:plan.change') }));
  await plan(reader, 'family').check();
  await press(button(reader, 'orders:form.send'));
  await expect(row(reader, 'due')).toBeVisible();

  await page.goto('/service');
  await press(page.getByRole('link', { name: say('vehicles:add') }));
  await expect(page.getByRole('link', { name: say('vehicles:plan.order') }).filter({ visible: true })).toHaveAttribute(
    'href',
    '/user?view=order',
  );
  await page.goto('/service');
  await expect(hidden).toBeVisible();
  const code = await store.db.selectFrom('orders').select('code').where('user_id', '=', owner.id).executeTakeFirstOrThrow();
  await advance({ server, store }, code.code, 'confirmed');
  await advance({ server, store }, code.code, 'completed');
  await comeBack(reader);
  await expect(vehicleCard(reader, 'Україна В-135')).toBeVisible();
  await expect(hidden).toHaveCount(0);
});
