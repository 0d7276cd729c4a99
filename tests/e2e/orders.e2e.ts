import { LANGUAGES } from '#contract/languages.ts';
import { formatOrderCode, isOrderCode } from '#contract/order-code.ts';
import { button, fact, field, heading } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { advance, comeBack, giveOrder, menuItem, openAccount, plan, row, storedTariff } from '../support/order-pages.ts';
import { activatePayments, IBAN } from '../support/orders.ts';
import { anOwner } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** Tariffs and orders in the account, in every state of an order. */

test.describe.configure({ mode: 'parallel' });
test.beforeEach(({ store }) => activatePayments({ store }));

test('places an order, shows all details of the bank transfer, and shows the order on the account card', async ({ reader, store }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  await openAccount(reader, owner);
  await press(menuItem(reader, 'tariff'));
  await expect(heading(reader, 'orders:form.title')).toBeFocused();
  const main = page.getByRole('main');
  for (const price of ['Безкоштовно', '3\u00a0$ на місяць', '9\u00a0$ на місяць']) await expect(main.getByText(price)).toBeVisible();
  await expect(main.getByText(say('orders:form.current'))).toHaveCount(1);

  await plan(reader, 'business').check();
  await field(reader, 'orders:form.term').selectOption('5');
  await expect(main.getByRole('status').filter({ hasText: say('orders:form.due') })).toContainText('45\u00a0$');
  await press(button(reader, 'orders:form.send'));

  await expect(heading(reader, 'orders:order.title')).toBeFocused();
  const { code } = await store.db.selectFrom('orders').select('code').where('user_id', '=', owner.id).executeTakeFirstOrThrow();
  expect(isOrderCode(code)).toBe(true);
  await expect(main.getByText(say('orders:order.lead', { tariff: 'Бізнес', months: '5 місяців' }))).toBeVisible();
  await expect(row(reader, 'due')).toContainText('45\u00a0$');
  await expect(row(reader, 'code')).toContainText(formatOrderCode(code));
  await expect(row(reader, 'term')).toHaveText('5 місяців');
  await expect(row(reader, 'payee')).toContainText('ФОП Коваль Олена Петрівна');
  await expect(row(reader, 'iban')).toContainText('UA21 3223 1300 0002 6007 2335 6600 1');
  await expect(row(reader, 'edrpou')).toContainText('1234567890');
  await expect(row(reader, 'purpose')).toContainText(`Оплата тарифу Carnet, замовлення ${code}`);
  await expect(main.getByText(say('orders:order.processing'))).toBeVisible();
  await expect(main.getByText(say('orders:order.after'))).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: say('orders:way.processing') })).toHaveAttribute('aria-current', 'step');

  await press(page.getByRole('link', { name: say('account:back') }));
  await expect(fact(main, say('orders:card.ordered'))).toHaveText('Бізнес на 5 місяців');
  await expect(fact(main, say('orders:rows.code'))).toHaveText(formatOrderCode(code));
  await expect(fact(main, say('orders:rows.due'))).toHaveText('45\u00a0$');
  await expect(fact(main, say('orders:states.label'))).toHaveText(say('orders:states.processing'));
  await expect(main.getByText(say('orders:card.waiting'))).toBeVisible();
  await expect(main.getByText(say('orders:card.after', { tariff: 'Бізнес' }))).toBeVisible();
  await expect(menuItem(reader, 'order')).toBeFocused();
});

test('menu and card follow the state of the order, and a URL that does not fit the state redirects to the card', async ({
  reader,
  store,
  server,
}) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const main = page.getByRole('main');
  const state = fact(main, say('orders:states.label'));
  const expectRedirect = async (view: string, reason: string) => {
    await page.goto(`/user?view=${view}`);
    await expect(page.getByRole('status').filter({ hasText: say(`errors:${reason}`) })).toBeVisible();
    await expect(page).toHaveURL('/user');
  };
  await openAccount(reader, owner);
  await expect(menuItem(reader, 'tariff')).toHaveAttribute('href', '/user?view=tariff');
  await expect(state).toHaveCount(0);
  await expectRedirect('order', 'tariffApi.order.404');

  const order = await giveOrder(server, owner);
  await page.goto('/user');
  await expect(state).toHaveText(say('orders:states.processing'));
  await expect(menuItem(reader, 'order')).toHaveAttribute('href', '/user?view=order');
  await expect(menuItem(reader, 'tariff')).toHaveCount(0);

  await page.goto('/user?view=order');
  await expect(button(reader, 'orders:cancel.button')).toBeVisible();
  await advance({ server, store }, order.order_code, 'confirmed');
  await comeBack(reader);
  await expect(main.getByText(say('orders:order.received'))).toBeVisible();
  await expect(button(reader, 'orders:cancel.button')).toHaveCount(0);
  await expect(row(reader, 'iban')).toHaveCount(0);
  await expectRedirect('tariff', 'tariffApi.request.confirmed');
  await expect(state).toHaveText(say('orders:states.confirmed'));
  await expect(menuItem(reader, 'order')).toBeDisabled();
  await expect(main.getByText(say('orders:card.after', { tariff: 'Сімейний' }))).toBeVisible();
  expect(await storedTariff(reader)).toBe('basic');

  await advance({ server, store }, order.order_code, 'completed');
  await comeBack(reader);
  await expect(state).toHaveText(say('orders:states.completed'));
  await expect(menuItem(reader, 'tariff')).toBeDisabled();
  await expect(fact(main, say('user:period'))).toHaveText(/^\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/);
  await expect(main.getByText(say('orders:card.completed', { tariff: 'Сімейний' }))).toBeVisible();
  expect(await storedTariff(reader)).toBe('family');
  await expectRedirect('tariff', 'tariffApi.request.running');
  await expectRedirect('order', 'tariffApi.request.running');
});

test('changes a pending order and keeps its code', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const order = await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  await press(page.getByRole('link', { name: say('orders:order.change') }));
  await expect(heading(reader, 'orders:form.changeTitle')).toBeFocused();
  await expect(plan(reader, 'family')).toBeChecked();
  await expect(field(reader, 'orders:form.term')).toHaveValue('3');
  await plan(reader, 'business').check();
  await field(reader, 'orders:form.term').selectOption('1');
  await press(button(reader, 'orders:form.change'));
  await expect(page.getByText(say('orders:form.changed'))).toBeVisible();
  await expect(row(reader, 'code')).toContainText(formatOrderCode(order.order_code));
  await expect(row(reader, 'due')).toContainText('9\u00a0$');
  await expect(row(reader, 'term')).toHaveText('1 місяць');
});

test('reports a price that changed while the form was open', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await openAccount(reader, await anOwner(store), 'tariff');
  await plan(reader, 'family').check();
  await store.db.updateTable('prices').set({ price: 450 }).where('tariff', '=', 'family').execute();
  await press(button(reader, 'orders:form.send'));
  await expect(page.getByText(say('orders:form.repriced', { amount: '4,50\u00a0$' }))).toBeVisible();
  await expect(row(reader, 'due')).toContainText('4,50\u00a0$');
});

test('copies account number, code and amount in the format that banks accept', async ({ reader, store, server, context }) => {
  const { page, say, press } = reader;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const owner = await anOwner(store);
  const { order_code: code } = await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  for (const [name, copied] of [
    ['iban', IBAN],
    ['code', code],
    ['due', '9.00'],
  ] as const) {
    await press(button(reader, `orders:copy.${name}`));
    await expect(page.getByRole('status').filter({ hasText: say(`orders:copied.${name}`) })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
});

test('selects the value if the clipboard is not available', async ({ reader, store, server, context }) => {
  const { page, say, press } = reader;
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const owner = await anOwner(store);
  const { order_code: code } = await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  await press(button(reader, 'orders:copy.code'));
  await expect(page.getByText(say('orders:copy.refused'))).toBeVisible();
  const value = page.getByRole('textbox', { name: say('orders:rows.code') });
  await expect(value).toBeFocused();
  expect(await value.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))).toBe(
    code,
  );
});

test('cancels an order after a confirmation that names it', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const { order_code: code } = await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  const question = page.getByRole('dialog', { name: say('orders:cancel.ask', { code: formatOrderCode(code) }) });
  await press(button(reader, 'orders:cancel.button'));
  await expect(question).toContainText(say('orders:cancel.text', { tariff: 'Сімейний', months: '3 місяці', amount: '9\u00a0$' }));
  await press(question.getByRole('button', { name: say('orders:cancel.keep') }));
  await expect(question).toBeHidden();
  await press(button(reader, 'orders:cancel.button'));

  await page.route('**/api/orders/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await press(question.getByRole('button', { name: say('orders:cancel.button') }));
  await expect(page.getByRole('alert')).toHaveText(say('shell:client.network'));
  await page.unroute('**/api/orders/*');

  await press(button(reader, 'orders:cancel.button'));
  await press(question.getByRole('button', { name: say('orders:cancel.button') }));
  await expect(page).toHaveURL('/user');
  await expect(page.getByText(say('errors:tariffApi.delete.success'))).toBeVisible();
  await expect(menuItem(reader, 'tariff')).toBeFocused();
  await expect(page.getByText(say('orders:card.waiting'))).toHaveCount(0);
});

test('does not cancel an order that was paid in the meantime, and says so', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const order = await giveOrder(server, owner);
  await openAccount(reader, owner, 'order');
  await press(button(reader, 'orders:cancel.button'));
  await advance({ server, store }, order.order_code, 'confirmed');
  await press(page.getByRole('dialog').getByRole('button', { name: say('orders:cancel.button') }));
  await expect(page.getByRole('alert')).toHaveText(say('errors:tariffApi.delete.409'));
  await expect(page.getByText(say('orders:order.received'))).toBeVisible();
  await expect(menuItem(reader, 'order')).toBeDisabled();
});

test('shows every period of an order in the right plural form', async ({ reader, store }) => {
  const { page } = reader;
  await openAccount(reader, await anOwner(store), 'tariff');
  for (const lang of LANGUAGES) {
    const say = textsOf(lang);
    await page.getByLabel(/^(Мова|Язык|Language)$/).selectOption(lang);
    const months = Array.from({ length: 12 }, (_, index) => say('tariffs:months', { count: index + 1 }));
    await expect(page.getByLabel(say('orders:form.term'), { exact: true }).getByRole('option')).toHaveText(months);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the collapsed menu leads to the form and, with an order, to the order', async ({ reader, store }) => {
    const { page, say, press } = reader;
    await openAccount(reader, await anOwner(store));
    const menu = page.locator('summary').and(page.getByLabel(say('user:menu.label'), { exact: true }));
    await press(menu);
    await press(menuItem(reader, 'tariff').filter({ visible: true }));
    await plan(reader, 'family').check();
    await press(button(reader, 'orders:form.send'));
    await expect(heading(reader, 'orders:order.title')).toBeFocused();
    await press(page.getByRole('link', { name: say('account:back') }));
    await expect(menu).toBeFocused();
    await press(page.getByRole('link', { name: say('orders:card.open') }));
    await expect(row(reader, 'due')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
