import type { Locator, Route } from '@playwright/test';
import {
  addRecord,
  button,
  field,
  fillRecord,
  fillVehicle,
  heading,
  historyRows,
  recordForm,
  TINY_PHOTO,
  vehicleCard,
} from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** Problems of an ordinary day: impatient clicks, slow and failing responses, a second tab, the Back button. */

const RECORDS = '**/api/vehicles/*/records';

interface Book {
  card: Locator;
  form: Locator;
}

/** Opens /service for a new owner with one car, whose card is expanded. */
async function openBook(reader: Reader, { store, server }: Served): Promise<Book> {
  const owner = await anOwner(store);
  await giveVehicle(server, owner);
  await logInAs(reader.page, owner);
  await reader.page.goto('/service');
  const form = recordForm(reader);
  await expect(form).toBeVisible();
  return { card: vehicleCard(reader, 'Škoda Octavia'), form };
}

const countRecords = async (reader: Reader, card: Locator): Promise<number> => {
  await reader.page.reload();
  await expect(card.getByRole('heading', { name: reader.say('records:history.title') })).toBeVisible();
  await expect(historyRows(card).first()).toBeVisible();
  return historyRows(card).count();
};

const onlyPosts = (handle: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'POST' ? handle(route) : route.continue();

test('adds one record on two clicks', async ({ reader, store, server }) => {
  const { card, form } = await openBook(reader, { store, server });
  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '15,65' });
  const add = form.getByRole('button', { name: reader.say('records:form.add') });
  // Both clicks in one task, before the button can be rendered as disabled.
  await add.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await expect(form.getByText(reader.say('records:form.added', { name: 'Заміна оливи' }))).toBeVisible();
  expect(await countRecords(reader, card)).toBe(1);
  await fillRecord(reader, form, { operation: 'Лампа', price: '2' });
  await add.dblclick();
  await expect(historyRows(card).filter({ hasText: 'Лампа' })).toBeVisible();
  expect(await countRecords(reader, card)).toBe(2);
});

test('shows that the record is being saved while the response is slow, and keeps the input', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { card, form } = await openBook(reader, { store, server });
  const gate = Promise.withResolvers<void>();
  await page.route(
    RECORDS,
    onlyPosts(async (route) => {
      await gate.promise;
      await route.continue();
    }),
  );
  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '1 093,05', part: 'Олива' });
  await form.getByLabel(say('records:form.price', { sign: '₴' })).press('Enter');
  const busy = form.getByRole('button', { name: say('records:form.adding') });
  await expect(busy).toBeDisabled();
  await expect(form.getByLabel(say('records:form.operation'))).toHaveValue('Заміна оливи');
  await expect(form.getByLabel(say('records:form.price', { sign: '₴' }))).toHaveValue('1 093,05');
  gate.resolve();
  await expect(busy).toHaveCount(0);
  await expect(historyRows(card)).toHaveCount(1);
  await expect(form.getByLabel(say('records:form.operation'))).toHaveValue('');
});

test('shows an error and keeps the input until the record can be saved', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { card, form } = await openBook(reader, { store, server });
  const add = form.getByRole('button', { name: say('records:form.add') });
  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '15,65', part: 'Олива', code: 'OF-1' });

  await page.route(
    RECORDS,
    onlyPosts((route) => route.fulfill({ status: 503, json: { success: false, code: 'api.503', message: 'x' } })),
  );
  await press(add);
  await expect(form.getByRole('alert')).toHaveText(say('errors:api.503'));
  await page.unroute(RECORDS);
  await page.route(
    RECORDS,
    onlyPosts((route) => route.abort()),
  );
  await press(add);
  await expect(form.getByRole('alert')).toHaveText(say('shell:client.network'));
  await page.unroute(RECORDS);

  // The record is saved, but its response is lost.
  await page.route(
    RECORDS,
    onlyPosts(async (route) => {
      await route.fetch();
      await route.abort();
    }),
  );
  await press(add);
  await expect(form.getByRole('button', { name: say('records:form.add') })).toBeEnabled();
  await page.unroute(RECORDS);
  const values = { operation: 'Заміна оливи', part: 'Олива', code: 'OF-1' };
  for (const [name, value] of Object.entries(values))
    await expect(form.getByLabel(say(`records:form.${name}`), { exact: true })).toHaveValue(value);
  await press(add);
  await expect(form.getByText(say('records:form.added', { name: 'Заміна оливи' }))).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  expect(await countRecords(reader, card), 'the lost response created no second record').toBe(1);
});

test('restores a record that the server does not delete, and shows the reason', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { card, form } = await openBook(reader, { store, server });
  await addRecord(reader, form, { operation: 'Заміна оливи', price: '15,65' });
  await page.route('**/api/vehicles/*/records/*', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'api.503', message: 'x' } }),
  );
  await press(card.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'Заміна оливи', day: '' })}`) }));
  await expect(page.getByText(say('records:notRemoved', { name: 'Заміна оливи', reason: say('errors:api.503') }))).toBeVisible();
  await expect(historyRows(card)).toHaveCount(1);
});

test('shows an error if the book cannot be loaded, and opens it on retry', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  await giveVehicle(server, owner);
  await logInAs(page, owner);
  // 4xx: rejected requests are not retried automatically.
  await page.route('**/api/vehicles?year=*', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'api.429', message: 'x' } }),
  );
  await page.goto('/service');
  await expect(page.getByRole('alert')).toContainText(say('errors:api.429'));
  await page.unroute('**/api/vehicles?year=*');
  await press(button(reader, 'shell:again'));
  await expect(vehicleCard(reader, 'Škoda Octavia')).toBeVisible();
});

test('logging out in one tab logs out the other', async ({ reader, context, store, server }) => {
  const { page, say, press } = reader;
  await openBook(reader, { store, server });
  const other = await context.newPage();
  await other.goto('/user');
  await expect(other.getByRole('heading', { level: 1, name: 'Коваль Олена' })).toBeVisible();
  await page.bringToFront();
  await press(page.getByRole('link', { name: say('shell:nav.user') }));
  await press(page.getByRole('button', { name: say('user:menu.logout') }));
  await expect(page).toHaveURL('/');
  await other.bringToFront();
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByRole('link', { name: say('shell:nav.login') })).toBeVisible();
});

test('shows that the limit of the free tariff is reached', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  await openBook(reader, { store, server });
  await press(page.getByRole('link', { name: say('vehicles:add') }));
  const main = page.getByRole('main');
  await expect(main.getByText(say('vehicleForm:limit.title', { count: 1 }))).toBeVisible();
  await expect(main.getByRole('radio')).toHaveCount(0);
  await expect(main.getByRole('link', { name: say('vehicles:plan.change') })).toHaveAttribute('href', '/user?view=tariff');
});

test('rejects a vehicle if another tab reached the limit first, and keeps the input', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  await logInAs(page, owner);
  await page.goto('/service?add');
  await fillVehicle(
    reader,
    'bicycle',
    { brand: 'Ardis', model: 'Сантана', year: '2019', serialNumber: 'AR-1', color: 'чорний' },
    TINY_PHOTO,
  );
  await giveVehicle(server, owner);
  await press(button(reader, 'vehicleForm:add'));
  await expect(page.getByRole('alert').filter({ hasText: say('errors:carsApi.limit') })).toBeVisible();
  await expect(field(reader, 'vehicleForm:model')).toHaveValue('Сантана');
});

test('counts vehicles beyond the limit of an expired tariff without showing them', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store, 'family');
  await giveVehicle(server, owner);
  await giveVehicle(server, owner, 'boat', { brand: 'Крим', model: 'М' });
  await giveVehicle(server, owner, 'bicycle', { brand: 'Україна', model: 'В-134' });
  await store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', owner.id).execute();
  await logInAs(page, owner);
  await page.goto('/service');
  await expect(page.getByText(say('vehicles:hidden.title', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('the browser’s Back button works, and asks before input is lost', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { card } = await openBook(reader, { store, server });
  const edit = page.getByRole('link', { name: say('vehicles:details.editOf', { name: 'Škoda Octavia' }) });
  await press(edit);
  await expect(heading(reader, 'vehicleForm:edit')).toBeVisible();
  await page.goBack();
  await expect(card).toBeVisible();
  await expect(edit, 'the focus is restored').toBeFocused();
  await page.goForward();
  await field(reader, 'vehicleForm:color').fill('зелений');
  await page.goBack();
  const dialog = page.getByRole('dialog', { name: say('forms:leave.title') });
  await press(dialog.getByRole('button', { name: say('forms:leave.keep') }));
  await expect(field(reader, 'vehicleForm:color')).toHaveValue('зелений');
  await page.goBack();
  await press(dialog.getByRole('button', { name: say('forms:leave.confirm') }));
  await expect(card).toBeVisible();
  await expect(page).toHaveURL('/service');
});

test('keeps the draft of a record after a visit to another page', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { form } = await openBook(reader, { store, server });
  await fillRecord(reader, form, { operation: 'Заміна оливи' });
  await press(page.getByRole('navigation').getByRole('link', { name: say('shell:nav.about') }));
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(form.getByLabel(say('records:form.operation'))).toHaveValue('Заміна оливи');
});

test('shows the empty book if the vehicle was deleted in another tab', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle);
  await logInAs(page, owner);
  await page.goto('/service');
  const form = recordForm(reader);
  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '1' });
  await store.db.deleteFrom('vehicles').where('id', '=', vehicle.id).execute();
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await expect(heading(reader, 'vehicles:empty.title')).toBeVisible();
});

test('retries a form whose code did not load, and keeps the input in the book behind it', {
  tag: '@every-browser',
}, async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { form } = await openBook(reader, { store, server });
  const operation = form.getByLabel(say('records:form.operation'), { exact: true });
  await operation.fill('Заміна оливи');
  await page.route(/vehicle-form-page-[^/]+\.js$/, (route) => route.abort());
  await page
    .getByRole('link', { name: say('vehicles:add') })
    .first()
    .click();
  const notice = page.getByRole('alert').filter({ hasText: say('shell:partFailed') });
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('button', { name: say('shell:again') }).click();
  await expect(heading(reader, 'vehicleForm:new')).toBeVisible();
  await page.goBack();
  await expect(operation).toHaveValue('Заміна оливи');
});
