import { formatOrderCode } from '#contract/order-code.ts';
import type { Store } from '#server/db/store.ts';
import {
  aPanelAdmin,
  ask,
  chooseTab,
  countVisits,
  logInAdmin,
  openTab,
  type PlacedOrder,
  placeOrder,
  rowOf,
  rowWith,
  statusOf,
  stepOf,
  toast,
} from '../support/admin-page.ts';
import { advertBody } from '../support/adverts.ts';
import { aPicture } from '../support/builders.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { ADMIN_PASSWORD, IBAN } from '../support/orders.ts';
import { anOwner, logInAs } from '../support/owners.ts';
import type { RunningServer } from '../support/server.ts';

/** A working day of an administrator, against the real server. */

const SCREENS = [
  { name: 'on a desktop', use: { viewport: { width: 1280, height: 900 } } },
  { name: 'on a phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
];

const tariffOf = async (server: RunningServer, { user }: PlacedOrder): Promise<string> =>
  (await ask(server, 'GET', '/api/users/user-tariff', user.token)).body.tariff;

async function logInByHand({ page, say, press }: Reader, email: string): Promise<void> {
  const send = page.getByRole('button', { name: say('admin:login.send'), exact: true });
  await page.getByLabel(say('admin:login.email')).fill('admin@');
  await expect(page.getByText(say('errors:validation.email')), 'validated while typing').toBeVisible();
  await page.getByLabel(say('admin:login.email')).fill(email);
  await expect(page.getByText(say('errors:validation.email'))).toBeHidden();
  await press(send);
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await page.getByLabel(say('admin:login.password'), { exact: true }).fill('Wrong-one1!');
  await press(send);
  await expect(page.getByRole('alert')).toHaveText(say('errors:adminApi.401'));
  await page.getByLabel(say('admin:login.password'), { exact: true }).fill(ADMIN_PASSWORD);
  await press(send);
  await expect(page.getByRole('heading', { level: 1, name: say('adminLists:orders.title') })).toBeVisible();
}

async function find({ page, say }: Reader, order: PlacedOrder): Promise<void> {
  await page.getByRole('searchbox', { name: say('adminLists:orders.search') }).fill(order.code.slice(0, 6).toLowerCase());
  await expect(page).toHaveURL(new RegExp(`q=${order.code.slice(0, 6).toLowerCase()}`));
  // Until the answer has come, the list shows the earlier rows, whose buttons ignore a press.
  await expect(page.getByText(say('adminLists:orders.found', { count: 1, value: '1' }))).toBeAttached();
  await expect(rowOf({ page, say } as Reader, order)).toHaveCount(1);
}

/** Advances orders with the button of their row; a rejected step shows the reason and the current status. */
async function workOnOrders(reader: Reader, store: Store, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  const [paid, raced, twice, unpaid, late, running] = [
    await placeOrder(store),
    await placeOrder(store),
    await placeOrder(store),
    await placeOrder(store),
    await placeOrder(store),
    await placeOrder(store, { status: 'completed', tariff: 'business' }),
  ];
  await page.reload();

  await find(reader, paid);
  await press(stepOf(reader, paid, 'confirmed'));
  await expect(statusOf(reader, paid, 'confirmed')).toBeVisible();
  await expect(
    page.getByRole('status').getByText(say('adminLists:orders.done.confirmed', { code: formatOrderCode(paid.code) })),
  ).toBeVisible();
  await press(stepOf(reader, paid, 'completed'));
  await expect(statusOf(reader, paid, 'completed')).toBeVisible();
  expect(await tariffOf(server, paid)).toBe('family');

  // Another administrator changes the order first.
  const other = await aPanelAdmin(store);
  const changeAsOther = (order: PlacedOrder, is: string) =>
    ask(server, 'PATCH', `/api/admin/orders/${order.code}`, other.token, { status: is });
  await find(reader, raced);
  await changeAsOther(raced, 'confirmed');
  await press(stepOf(reader, raced, 'confirmed'));
  await expect(page.getByRole('alert')).toContainText(say('errors:tariffApi.status.sequence'));
  await expect(statusOf(reader, raced, 'confirmed')).toBeVisible();

  await find(reader, twice);
  await changeAsOther(twice, 'confirmed');
  await changeAsOther(twice, 'completed');
  await press(stepOf(reader, twice, 'confirmed'));
  await expect(page.getByRole('alert')).toContainText(say('errors:tariffApi.status.completed'));
  await expect(statusOf(reader, twice, 'completed')).toBeVisible();

  await find(reader, unpaid);
  await ask(server, 'DELETE', `/api/admin/orders/${unpaid.code}`, other.token);
  await press(stepOf(reader, unpaid, 'confirmed'));
  await expect(page.getByRole('alert')).toContainText(say('adminLists:orders.removedByOther'));
  await expect(rowOf(reader, unpaid).getByText(say('adminLists:orders.deleted'))).toBeVisible();

  const remove = (order: PlacedOrder) =>
    rowOf(reader, order).getByRole('button', { name: say('adminLists:orders.removeOf', { code: formatOrderCode(order.code) }) });
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: say('adminLists:orders.remove.confirm') });
  await find(reader, late);
  await press(remove(late));
  await expect(dialog).toBeVisible();
  await changeAsOther(late, 'confirmed');
  await press(confirm);
  await expect(page.getByRole('alert')).toContainText(say('errors:tariffApi.status.changed'));
  await expect(statusOf(reader, late, 'confirmed')).toBeVisible();

  await find(reader, running);
  await press(remove(running));
  await expect(dialog).toContainText(running.user.email);
  await press(confirm);
  await expect(
    page.getByRole('status').getByText(say('adminLists:orders.done.removed', { code: formatOrderCode(running.code) })),
  ).toBeVisible();
  await expect(rowOf(reader, running)).toHaveCount(0);
  expect(await tariffOf(server, running)).toBe('basic');
}

async function changeTariffByHand(reader: Reader, store: Store, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  const user = await anOwner(store);
  await openTab(reader, 'listUsers');
  await page.getByRole('searchbox', { name: say('adminLists:users.search'), exact: true }).fill(user.email.slice(0, 12));
  await press(page.getByRole('button', { name: say('adminLists:users.changeOf', { email: user.email }) }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('adminLists:users.tariff.plan')).selectOption('business');
  await dialog.getByLabel(say('adminLists:users.tariff.months')).selectOption('12');
  await press(dialog.getByRole('button', { name: say('adminLists:users.tariff.save') }));
  await expect(toast(reader, 'tariffApi.manual.success')).toBeVisible();
  await expect(rowWith(reader, user.email).getByText(say('tariffs:names.business'), { exact: true })).toBeVisible();
  expect((await ask(server, 'GET', '/api/users/user-tariff', user.token)).body.tariff).toBe('business');
}

async function changePrices(reader: Reader, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  await openTab(reader, 'changeCost');
  const family = page.getByLabel(new RegExp(`^${say('tariffs:names.family')}`));
  await family.fill('чотири');
  await press(page.getByRole('button', { name: say('adminSettings:prices.save') }));
  await expect(page.getByText(say('errors:validation.number.invalid'))).toBeVisible();
  await expect(family).toBeFocused();
  const before: { tariff: string; price: number }[] = (await ask(server, 'GET', '/api/prices/price')).body.data;
  const price = (before.find(({ tariff }) => tariff === 'family')?.price ?? 0) + 0.25;
  const typed = String(price).replace('.', ',');
  await family.fill(typed);
  await chooseTab(reader, 'orders');
  await press(page.getByRole('dialog').getByRole('button', { name: say('forms:leave.keep') }));
  await expect(family).toHaveValue(typed);
  await press(page.getByRole('button', { name: say('adminSettings:prices.save') }));
  await expect(toast(reader, 'pricesApi.update.success')).toBeVisible();
  const { data } = (await ask(server, 'GET', '/api/prices/price')).body;
  expect(data).toContainEqual({ tariff: 'family', price });
}

/** Enables payment with valid details, then disables it and shows a message instead. */
async function switchPayment(reader: Reader, store: Store, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  const isActive = async () => (await ask(server, 'GET', '/api/payments/get-active-payment?lang=ua')).body[0].is_active;
  const save = page.getByRole('button', { name: say('adminSettings:payment.save') }).filter({ visible: true });
  const shown = (label: string) => page.getByLabel(say(`adminSettings:payment.${label}`), { exact: true }).filter({ visible: true });
  await openTab(reader, 'changePaymentInformation');
  await shown('payee').fill('ФОП Коваль Олена Петрівна');
  await shown('iban').fill(IBAN.replace('UA21', 'UA22'));
  await shown('edrpou').fill('1234567890');
  await expect(page.getByText(say('errors:paymentApi.iban')), 'validated on blur').toBeVisible();
  await shown('edrpou').fill('123');
  await shown('purpose').fill('Оплата тарифу');
  await shown('active.ua').check();
  await press(save);
  await expect(page.getByText(say('errors:paymentApi.edrpou'))).toBeVisible();
  await shown('iban').fill(IBAN);
  await shown('edrpou').fill('1234567890');
  await press(save);
  await expect(toast(reader, 'paymentApi.success')).toBeVisible();
  expect(await isActive()).toBe(1);
  await shown('active.ua').uncheck();
  await press(save);
  await expect.poll(isActive).toBe(0);

  await openTab(reader, 'blockAdvertisingMessage');
  await page.getByLabel(say('adminSettings:languages.ua')).fill('До понеділка рахунок зачинено.');
  await press(page.getByRole('button', { name: say('adminSettings:block.save') }));
  await expect(toast(reader, 'paymentApi.blockStatusMessage.update.success')).toBeVisible();

  const visitor = await page.context().newPage();
  await logInAs(visitor, await anOwner(store));
  await visitor.goto('/user?view=tariff');
  await expect(visitor.getByText('До понеділка рахунок зачинено.')).toBeVisible();
  await visitor.goto('/');
  await expect(visitor.getByText(say('home:cardInfoPay.spanNotActive')), 'an overlay on each paid tariff').toHaveCount(2);
  await visitor.close();
}

async function publishAdverts(reader: Reader, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  await openTab(reader, 'changeAdvertising');
  const add = page.getByRole('button', { name: say('adminSettings:adverts.add') });
  const save = page.getByRole('button', { name: say('adminSettings:adverts.save') });
  const texts = advertBody('Мийка') as Record<string, string>;
  await press(add);
  const first = page.getByRole('listitem').filter({ has: page.getByRole('group', { name: say('adminSettings:adverts.image') }) });
  await expect(first.getByLabel(say('adminSettings:adverts.titleField')).first()).toBeFocused();
  await press(save);
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(6);
  for (const lang of ['ua', 'ru', 'en']) {
    const group = first.getByRole('group', { name: say(`adminSettings:languages.${lang}`) });
    await group.getByLabel(say('adminSettings:adverts.titleField')).fill(texts[`title_${lang}`] ?? '');
    await group.getByLabel(say('adminSettings:adverts.textField')).fill(texts[`text_${lang}`] ?? '');
  }
  await first
    .getByLabel(say('forms:photo.choose'))
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture()) });
  await expect(first.getByRole('button', { name: say('adminSettings:adverts.noImage') })).toBeVisible();
  await press(save);
  await expect(toast(reader, 'advertisingApi.update.success')).toBeVisible();
  const shown = (await ask(server, 'GET', '/api/advertising/getAdvertising/ua')).body;
  expect(shown.at(-1)).toMatchObject({ title_ua: texts.title_ua, text_ua: texts.text_ua, image: expect.stringContaining('/api/images/') });
  await linkAdvert(reader, texts.title_ua ?? '', server);
}

/** Gives a saved advert a link, and switches it off. */
async function linkAdvert(reader: Reader, title: string, server: RunningServer): Promise<void> {
  const { page, say, press } = reader;
  const advert = page.getByRole('listitem').filter({ hasText: title });
  const save = page.getByRole('button', { name: say('adminSettings:adverts.save') });
  const shown = async () => (await ask(server, 'GET', '/api/advertising/getAdvertising/ua')).body;
  await press(advert.getByRole('button', { name: say('adminSettings:adverts.edit') }));
  await advert.getByLabel(say('adminSettings:adverts.link')).fill('https://example.com/myika');
  await press(save);
  await expect.poll(async () => (await shown()).at(-1)?.link).toBe('https://example.com/myika');
  await press(advert.getByRole('button', { name: say('adminSettings:adverts.edit') }));
  await advert.getByLabel(say('adminSettings:adverts.isOn')).uncheck();
  await press(save);
  await expect(advert.getByText(say('adminSettings:adverts.absence.off'))).toBeVisible();
  await expect.poll(async () => JSON.stringify(await shown())).not.toContain('myika');
}

async function readReports(reader: Reader, store: Store): Promise<void> {
  const { page, say, press } = reader;
  await countVisits(store, [17, 4, 31]);
  await openTab(reader, 'visitorStatistics');
  await expect(page.getByRole('img', { name: say('adminReports:visits.days') })).toBeVisible();
  await expect(page.getByRole('row', { name: / 31$/ })).toBeVisible();
  await placeOrder(store, { status: 'completed', tariff: 'business', months: 12 });
  await press(page.getByRole('button', { name: say('adminReports:revenue.title') }));
  await expect(page.getByRole('heading', { level: 1, name: say('adminReports:revenue.title') })).toBeVisible();
  await expect(page.getByRole('img', { name: say('adminReports:revenue.paid.title') })).toBeVisible();
  await page.getByText(say('adminReports:revenue.inFigures')).first().click();
  const months = page.getByRole('table', { name: say('adminReports:revenue.paid.title') }).locator('tbody tr');
  // Not necessarily the newest month, which may have begun after the payment.
  await expect(months.filter({ hasText: /[1-9]\d*,\d\d/ }).first()).toBeVisible();
  await openTab(reader, 'auditTrail');
  await expect(page.getByText(say('adminReports:audit.actions.prices.update')).first()).toBeVisible();
  await expect(page.getByText(say('adminReports:audit.actions.adverts.update')).first()).toBeVisible();
}

for (const { name, use } of SCREENS)
  test.describe(name, () => {
    test.use(use);

    test('an administrator processes orders, tariffs, settings and reports', async ({ reader, store, server }) => {
      test.setTimeout(180_000);
      const { page, say, press } = reader;
      const admin = await aPanelAdmin(store);
      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 1, name: say('admin:login.title') })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await logInByHand(reader, admin.email);
      await expect(page.getByRole('contentinfo')).toBeVisible();

      await workOnOrders(reader, store, server);
      await changeTariffByHand(reader, store, server);
      await changePrices(reader, server);
      await switchPayment(reader, store, server);
      await publishAdverts(reader, server);
      await readReports(reader, store);

      await page.goto('/about');
      await press(page.getByRole('link', { name: say('shell:nav.admin') }));
      await expect(page.getByRole('heading', { level: 1, name: say('adminLists:orders.title') })).toBeVisible();
      const menu = page.getByRole('navigation', { name: say('admin:tabs.label') });
      const opener = menu.getByRole('button', { expanded: false });
      if (await opener.isVisible()) await press(opener);
      await press(menu.getByRole('button', { name: say('admin:tabs.logout') }));
      await expect(page.getByRole('heading', { level: 1, name: say('admin:login.title') })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('carnet.tokenAdmin'))).toBeNull();
    });

    test('keeps the input when the session ends', async ({ reader, store, server }) => {
      const { page, say, press } = reader;
      const admin = await aPanelAdmin(store);
      const owner = await anOwner(store);
      await logInAs(page, owner);
      await logInAdmin(page, admin);
      await page.goto('/admin?tab=changeCost');
      const business = page.getByLabel(new RegExp(`^${say('tariffs:names.business')}`));
      await business.fill('12,5');
      await ask(server, 'POST', '/api/admin/logout', admin.token);
      await press(page.getByRole('button', { name: say('adminSettings:prices.save') }));
      const again = page.getByRole('dialog', { name: say('admin:ended.title') });
      await expect(again).toContainText(say('admin:ended.kept'));
      // Chrome closes a dialog on a second Escape even after preventDefault; this dialog must stay open.
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
      await again.getByLabel(say('admin:login.email')).fill(admin.email);
      await again.getByLabel(say('admin:login.password'), { exact: true }).fill(ADMIN_PASSWORD);
      await press(again.getByRole('button', { name: say('admin:login.send'), exact: true }));
      await expect(again).toBeHidden();
      await expect(business).toHaveValue('12,5');
      await press(page.getByRole('button', { name: say('adminSettings:prices.save') }));
      await expect(toast(reader, 'pricesApi.update.success')).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('carnet.token')), 'the user is not logged out').toBe(owner.token);
    });
  });
