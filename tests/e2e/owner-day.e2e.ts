import type { Page } from '@playwright/test';
import { DAY } from '#contract/time.ts';
import { anAccount, PASSWORD } from '../support/accounts.ts';
import {
  addRecord,
  button,
  editForm,
  field,
  fillRecord,
  fillVehicle,
  heading,
  historyRows,
  recordForm,
  TINY_PHOTO,
  vehicleCard,
} from '../support/book.ts';
import { testClock } from '../support/clock.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { fillRecords } from '../support/fill.ts';
import { giveRecord, giveVehicle, logInAs } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** Interruptions of an ordinary day: no input may be lost. */

async function openBook(reader: Reader, { store, server }: Served) {
  const owner = await anAccount({ store, clock: testClock() }, { tariff: 'family' });
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle, { operationName: 'Лампа' });
  await logInAs(reader.page, owner);
  await reader.page.goto('/service');
  await expect(historyRows(vehicleCard(reader, 'Škoda Octavia'))).toHaveCount(1);
  return { owner, form: recordForm(reader), card: vehicleCard(reader, 'Škoda Octavia') };
}

const isoDay = (at: Date): string => `${at.getFullYear()}-${`${at.getMonth() + 1}`.padStart(2, '0')}-${`${at.getDate()}`.padStart(2, '0')}`;

/** Ends all sessions of the user, as a password change on another device does. */
const endSessions = (store: Served['store'], { id }: { id: number }) => store.db.deleteFrom('sessions').where('user_id', '=', id).execute();

const dialogOf = (page: Page) => page.getByRole('dialog');

async function logInAgain({ page, say, press }: Reader): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('heading', { name: say('auth:ended.title') })).toBeVisible();
  await dialog.getByLabel(say('auth:password'), { exact: true }).fill(PASSWORD);
  await press(dialog.getByRole('button', { name: say('auth:login.send'), exact: true }));
  await expect(dialog).toHaveCount(0);
}

test('asks for the password over the page when the session ends in a form, and repeats the request', { tag: '@every-browser' }, async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  const { owner, form, card } = await openBook(reader, { store, server });

  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '15,65' });
  await endSessions(store, owner);
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await logInAgain(reader);
  await expect(form.getByText(say('records:form.added', { name: 'Заміна оливи' }))).toBeVisible();
  await expect(historyRows(card)).toHaveCount(2);

  await press(card.getByRole('button', { name: say('notes:createFor', { name: 'Škoda Octavia' }) }));
  await field(reader, 'notes:title').fill('Зимові шини в гаражі');
  await endSessions(store, owner);
  await press(button(reader, 'notes:save'));
  await logInAgain(reader);
  await expect(card.getByText('Зимові шини в гаражі')).toBeVisible();

  await page.goto('/user?view=profile');
  await field(reader, 'account:profile.firstName').fill('Орися');
  await endSessions(store, owner);
  await press(button(reader, 'account:save'));
  await logInAgain(reader);
  await expect(page.getByRole('heading', { level: 1, name: 'Коваль Орися' })).toBeVisible();
});

test('saves a vehicle with its photo after a new login', async ({ reader, store, server }) => {
  const { page, press } = reader;
  const { owner } = await openBook(reader, { store, server });
  await page.goto('/service?add');
  await fillVehicle(
    reader,
    'bicycle',
    { brand: 'Ardis', model: 'Сантана', year: '2019', serialNumber: 'AR-1', color: 'чорний' },
    TINY_PHOTO,
  );
  await endSessions(store, owner);
  await press(button(reader, 'vehicleForm:add'));
  await logInAgain(reader);
  await expect(vehicleCard(reader, 'Ardis Сантана')).toBeVisible();
});

test('explains why the login page opens, returns to the same URL, and restores the input', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { owner } = await openBook(reader, { store, server });
  await page.goto('/service?add');
  await fillVehicle(reader, 'bicycle', { brand: 'Ardis', model: 'Сантана' });
  await endSessions(store, owner);
  // Simulates returning to the tab, which fetches the list again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await press(dialogOf(page).getByRole('button', { name: say('auth:ended.leave') }));
  await expect(page.getByText(say('auth:ended.reason'))).toBeVisible();
  const panel = page.getByRole('tabpanel', { name: say('auth:tabs.login') });
  await panel.getByLabel(say('auth:email')).fill(owner.email);
  await panel.getByLabel(say('auth:password'), { exact: true }).fill(PASSWORD);
  await press(panel.getByRole('button', { name: say('auth:login.send'), exact: true }));
  await expect(page).toHaveURL('/service?add');
  await expect(field(reader, 'vehicleForm:model')).toHaveValue('Сантана');
});

test('keeps a record draft through a lost connection, a reload, another language and a second tab', { tag: '@every-browser' }, async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  page.on('dialog', (dialog) => void dialog.accept());
  const { form, card } = await openBook(reader, { store, server });

  await fillRecord(reader, form, { operation: 'Гальмівні колодки', price: '1 093,05' });
  await page.context().setOffline(true);
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await expect(form.getByRole('alert')).toBeVisible();
  await page.context().setOffline(false);

  await page.reload();
  await expect(form.getByLabel(say('records:form.operation'))).toHaveValue('Гальмівні колодки');
  await press(card.getByRole('button', { name: new RegExp(`^${say('records:history.edit', { name: 'Лампа', day: '' })}`) }));
  await fillRecord(reader, editForm(reader, 'Лампа'), { part: 'H7' });
  await page.reload();
  await expect(editForm(reader, 'Лампа').getByLabel(say('records:form.part'), { exact: true })).toHaveValue('H7');

  await page.getByLabel(say('shell:language.label')).selectOption('en');
  const english = { ...reader, say: textsOf('en') };
  const englishForm = recordForm(english);
  await expect(englishForm.getByLabel(english.say('records:form.operation'))).toHaveValue('Гальмівні колодки');
  await expect(editForm(english, 'Лампа').getByLabel(english.say('records:form.part'), { exact: true })).toHaveValue('H7');
  await press(editForm(english, 'Лампа').getByRole('button', { name: english.say('records:form.save') }));
  await expect(historyRows(card).first()).toContainText('H7');

  const other = await page.context().newPage();
  await other.goto('/service');
  const second = { ...english, page: other };
  await addRecord(second, recordForm(second), { operation: 'Шини', price: '5' });
  await other.close();
  await page.bringToFront();
  await expect(englishForm.getByLabel(english.say('records:form.operation'))).toHaveValue('Гальмівні колодки');
  await press(englishForm.getByRole('button', { name: english.say('records:form.add') }));
  await expect(englishForm.getByText(english.say('records:form.added', { name: 'Гальмівні колодки' }))).toBeVisible();
  await expect(historyRows(card)).toHaveCount(3);
});

test('shows a new vehicle despite collapsed groups and a search, and keeps it open after a reload', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { owner } = await openBook(reader, { store, server });
  await giveVehicle(server, owner, 'bicycle');
  await page.reload();
  await press(page.getByRole('button', { name: new RegExp(say('vehicles:groups.car')) }).first());
  await page.getByRole('searchbox').fill('ardis');
  await expect(page).toHaveURL('/service?q=ardis');
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('ardis');
  await press(page.getByRole('link', { name: say('vehicles:add') }));
  await expect(heading(reader, 'vehicleForm:new')).toBeVisible();
  await fillVehicle(
    reader,
    'car',
    {
      brand: 'Volvo',
      model: 'V70',
      year: '2011',
      color: 'синій',
      carType: 'wagon',
      fuelType: 'diesel',
      engineVolume: '2,4',
      mileage: '200000',
      mileageUnit: 'km',
      vin: 'YV1BW7501B1234567',
    },
    TINY_PHOTO,
  );
  await press(button(reader, 'vehicleForm:add'));
  const card = vehicleCard(reader, 'Volvo V70');
  await expect(card).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  const form = card.getByRole('form', { name: say('records:form.label') });
  await expect(form.getByLabel(say('records:form.operation'))).toBeFocused();
  await page.reload();
  await expect(form).toBeVisible();
});

test('moves an untouched date of an open form to the new day at midnight, and keeps a chosen one', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const midnight = new Date().setHours(0, 0, 0, 0);
  await page.clock.setFixedTime(midnight - 2 * 60_000);
  const { form, card } = await openBook(reader, { store, server });
  const date = form.getByLabel(say('records:form.date'));
  const [yesterday, today] = [midnight - 1, midnight].map((at) => isoDay(new Date(at)));
  await fillRecord(reader, form, { operation: 'Заміна оливи', price: '15,65' });
  await expect(date).toHaveValue(`${yesterday}`);
  await page.clock.setFixedTime(midnight + 60_000);
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await expect(form.getByText(say('records:form.added', { name: 'Заміна оливи' }))).toBeVisible();
  await expect(date).toHaveValue(`${today}`);

  await date.fill('2026-02-03');
  await fillRecord(reader, form, { operation: 'Гальмівні колодки', price: '1' });
  await page.clock.setFixedTime(midnight + DAY);
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await expect(form.getByText(say('records:form.added', { name: 'Гальмівні колодки' }))).toBeVisible();
  await expect(historyRows(card).filter({ hasText: 'Гальмівні колодки' })).toContainText('03.02.2026');
});

test('restores the scroll position in a long history after a reload and after going back', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anAccount({ store, clock: testClock() });
  const vehicle = await giveVehicle(server, owner);
  await fillRecords(store, vehicle.id, 60);
  await logInAs(page, owner);
  await page.goto(`/service/${vehicle.id}`);
  const rows = page.getByRole('row');
  await expect(rows.nth(40)).toBeVisible();
  await rows.nth(40).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  // The height of rows that were never on screen is estimated, so the exact position may differ by a row or two.
  await expect(rows.nth(40)).toBeInViewport();
  await page.reload();
  await expect(rows.nth(40)).toBeInViewport();

  await page
    .getByRole('banner')
    .getByRole('link', { name: say('shell:nav.about') })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(rows.nth(40)).toBeInViewport();
});
