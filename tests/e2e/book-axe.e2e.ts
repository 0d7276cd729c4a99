import type { VehicleType } from '#contract/vehicle-types.ts';
import { audit } from '../support/axe.ts';
import { addRecord, button, editForm, field, fillRecord, heading, historyRows, recordForm, vehicleCard } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** WCAG 2.2 AA and best practices in every state of the service book. */

test.describe.configure({ mode: 'parallel' });
// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the book of a visitor and an empty book have no accessibility violation', async ({ reader, store }) => {
  const { page } = reader;
  await page.goto('/service');
  await expect(heading(reader, 'service:loggedOut.title')).toBeVisible();
  await audit(page, 'visitor');
  await logInAs(page, await anOwner(store));
  await page.goto('/service');
  await expect(heading(reader, 'vehicles:empty.title')).toBeVisible();
  await audit(page, 'empty');
});

/** Opens the book of an owner with three vehicles: a car with a history and a note, a boat and a bicycle. */
async function openBook(reader: Reader, { store, server }: Served) {
  const owner = await anOwner(store, 'family');
  const car = await giveVehicle(server, owner);
  await giveRecord(server, owner, car, { partCode: '-' });
  await giveRecord(server, owner, car, { operationName: 'Заміна ременя газорозподільного механізму', price: '12 400,00' });
  await giveVehicle(server, owner, 'boat', { brand: 'Крим', model: 'М' });
  await giveVehicle(server, owner, 'bicycle', { brand: 'Україна', model: 'В-134' });
  await store.db.insertInto('notes').values({ vehicle_id: car.id, text: 'Запасний ключ у бардачку' }).execute();
  await logInAs(reader.page, owner);
  await reader.page.goto('/service');
  const card = vehicleCard(reader, 'Škoda Octavia');
  await expect(card).toBeVisible();
  return { owner, card };
}

test('the list of vehicles has no accessibility violation', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { owner } = await openBook(reader, { store, server });
  await audit(page, 'list');

  await button(reader, 'vehicles:search.button').click();
  await expect(page.getByRole('search').getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'search, error');

  await page.getByRole('searchbox').fill('немає такого');
  await expect(button(reader, 'vehicles:search.showAll')).toBeVisible();
  await audit(page, 'search, nothing found');

  await store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', owner.id).execute();
  await page.reload();
  await expect(page.getByText(say('vehicles:hidden.title', { count: 2 }))).toBeVisible();
  await audit(page, 'hidden vehicles');

  await page.getByRole('link', { name: say('vehicles:add') }).click();
  await expect(page.getByText(say('vehicleForm:limit.title', { count: 1 }))).toBeVisible();
  await audit(page, 'limit reached');
});

test('an open vehicle has no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(90_000);
  const { page, say } = reader;
  const { card } = await openBook(reader, { store, server });
  await button(reader, 'vehicles:card.open', { name: 'Škoda Octavia' }).click();
  await expect(historyRows(card)).toHaveCount(2);
  await audit(page, 'open');

  const form = recordForm(reader);
  await form.getByRole('button', { name: say('records:form.add') }).click();
  await expect(form.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'record, errors');

  await page.route('**/api/vehicles/*/records', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { success: false, code: 'api.503', message: 'x' } })
      : route.continue(),
  );
  await fillRecord(reader, form, { operation: 'Лампа', price: '2' });
  await form.getByRole('button', { name: say('records:form.add') }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await audit(page, 'record, rejected');
  await page.unroute('**/api/vehicles/*/records');
  await addRecord(reader, form, { operation: 'Лампа', price: '2' });

  await card.getByRole('button', { name: new RegExp(`^${say('records:history.edit', { name: 'Лампа', day: '' })}`) }).click();
  await expect(editForm(reader, 'Лампа')).toBeVisible();
  await audit(page, 'record, edit');
  await button(reader, 'records:form.cancel').click();

  await button(reader, 'notes:edit').click();
  await field(reader, 'notes:title').fill('я'.repeat(351));
  await expect(page.getByText(say('notes:long', { max: 350 }))).toBeVisible();
  await audit(page, 'note, too long');
  await button(reader, 'notes:cancel').click();

  await card.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'Лампа', day: '' })}`) }).click();
  // The notice stays while something in it has the focus.
  await button(reader, 'records:undo').focus();
  await audit(page, 'notice with Undo');
  await button(reader, 'shell:close').click();

  await card.getByRole('button', { name: say('vehicles:photo.enlarge', { name: 'Škoda Octavia' }) }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await audit(page, 'large photo');
  await page.getByRole('dialog').getByRole('button').click();

  await card.getByRole('button', { name: say('vehicles:details.removeOf', { name: 'Škoda Octavia' }), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'confirmation before a vehicle is deleted');

  await button(reader, 'vehicles:archive.move').click();
  await expect(card).toHaveCount(0);
  await button(reader, 'shell:close').click();
  await page.getByRole('button', { name: new RegExp(`^${say('vehicles:archive.title')}`) }).click();
  await audit(page, 'archive');
  await button(reader, 'vehicles:card.open', { name: 'Škoda Octavia' }).click();
  await expect(historyRows(card)).toHaveCount(2);
  await audit(page, 'archive, open vehicle');
});

/** One vehicle type for each set of fields. */
const FORMS: readonly VehicleType[] = ['car', 'yacht', 'bicycle'];

test('the vehicle form has no accessibility violation', async ({ reader, store }) => {
  test.setTimeout(90_000);
  const { page, say } = reader;
  await logInAs(page, await anOwner(store));
  await page.goto('/service?add');
  await expect(heading(reader, 'vehicleForm:new')).toBeVisible();
  await audit(page, 'type not chosen');
  for (const [index, type] of FORMS.entries()) {
    if (index > 0) await button(reader, 'vehicleForm:changeType').click();
    await page.getByRole('radio', { name: say(`vehicles:types.${type}`), exact: true }).check();
    await audit(page, type);
    await button(reader, 'vehicleForm:add').click();
    await expect(page.getByText(say('errors:validation.image.required'))).toBeVisible();
    await audit(page, `${type}, errors`);
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: say('vehicleForm:cancel') })
    .click();
  await expect(page.getByRole('dialog', { name: say('forms:leave.title') })).toBeVisible();
  await audit(page, 'confirmation before leaving a changed form');
});
