import type { VehicleType } from '#contract/vehicle-types.ts';
import { anEmail } from '../support/accounts.ts';
import { audit } from '../support/axe.ts';
import {
  addRecord,
  askForCode,
  button,
  confirmCode,
  documentLink,
  field,
  fillAbout,
  fillRecord,
  heading,
  historyRows,
  recordForm,
  vehicleCard,
} from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, codeInOutbox, giveRecord, giveVehicle, signIn } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** WCAG 2.2 AA and good practice, in every state that the pages can be brought to (quality.md, "For people"). */

test.describe.configure({ mode: 'parallel' });
// Half-faded colours would be judged too.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHONE = [360];

for (const path of ['/', '/about', '/contact', '/no-such-page', '/admin'])
  test(`${path} has no barrier`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await audit(page, path);
  });

test('the menu of a phone has no barrier', async ({ reader: { page, say } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByLabel(say('shell:nav.menu'), { exact: true }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: say('shell:nav.about') })).toBeVisible();
  await audit(page, 'menu', PHONE);
});

test('the door in English has no barrier', async ({ page }) => {
  await page.goto('/login?lang=en');
  await expect(page.getByRole('heading', { name: textsOf('en')('auth:login.title') })).toBeVisible();
  await audit(page, 'login in English');
});

test('the login has no barrier', async ({ reader, store }) => {
  const { page, say } = reader;
  await page.goto('/login');
  const send = page.getByRole('tabpanel').getByRole('button', { name: say('auth:login.send'), exact: true });
  await expect(send).toBeVisible();
  await audit(page, 'login');

  await send.click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'login, errors');

  const email = anEmail();
  await page.getByRole('tabpanel').getByLabel(say('auth:email')).fill(email);
  await page.getByRole('tabpanel').getByLabel(say('auth:password'), { exact: true }).fill('wrong');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(say('errors:api.loginUser.401'));
  await audit(page, 'login, refused');

  await store.db.updateTable('attempts').set({ failures: 4 }).where('subject', '=', `login:${email}`).execute();
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(say('errors:api.loginUser.401'));
  await send.click();
  await expect(heading(reader, 'auth:locked.title')).toBeVisible();
  await audit(page, 'login, locked');
});

test('the registration has no barrier', async ({ reader, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const email = anEmail();
  await page.goto('/login?tab=registration');
  await expect(heading(reader, 'auth:registration.title')).toBeVisible();
  await audit(page, 'e-mail');

  await button(reader, 'auth:registration.send').click();
  await expect(page.getByRole('tabpanel').getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'e-mail, error');

  await askForCode(reader, email);
  await audit(page, 'code');
  await confirmCode(reader, '12');
  await expect(page.getByText(say('errors:validation.code'))).toBeVisible();
  await audit(page, 'code, error');

  await confirmCode(reader, await codeInOutbox(server, email));
  await expect(heading(reader, 'auth:about.title')).toBeVisible();
  await audit(page, 'about');
  await button(reader, 'auth:about.send').click();
  await expect(page.getByText(say('errors:validation.agreement'))).toBeVisible();
  await audit(page, 'about, errors');

  for (const name of ['privacy', 'terms'] as const) {
    await documentLink(reader, name).click();
    await expect(page.getByRole('heading', { level: 2 }).nth(2)).toBeVisible();
    await audit(page, name);
    await page
      .getByRole('link', { name: say('auth:document.back') })
      .first()
      .click();
  }

  await fillAbout(reader);
  await button(reader, 'auth:about.send').click();
  await expect(page.getByRole('link', { name: say('auth:welcome.add') })).toBeVisible();
  await audit(page, 'welcome');
});

test('the account page has no barrier', async ({ reader, store }) => {
  const { page, say } = reader;
  await signIn(page, await anOwner(store, 'family'));
  await page.goto('/user');
  await expect(page.getByRole('heading', { level: 1, name: 'Коваль Олена' })).toBeVisible();
  await audit(page, 'card');
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .locator('summary')
    .and(page.getByLabel(say('user:menu.label')))
    .click();
  await expect(page.getByRole('button', { name: say('user:menu.logout') })).toBeVisible();
  await audit(page, 'card, menu open', PHONE);
});

test('the forms of the account have no barrier', async ({ reader, store }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  await signIn(page, await anOwner(store, 'family'));
  await page.goto('/user?view=profile');
  await expect(heading(reader, 'account:profile.title')).toBeVisible();
  await audit(page, 'profile');
  await field(reader, 'account:profile.firstName').fill('О');
  await page.getByLabel(say('account:profile.phone')).fill('12');
  await page.getByLabel(say('forms:photo.choose')).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await button(reader, 'account:save').click();
  await expect(page.getByText(say('errors:validation.name'))).toBeVisible();
  await expect(page.getByText(say('forms:photo.document'))).toBeVisible();
  await audit(page, 'profile, errors');
  await page.getByRole('link', { name: say('account:back') }).click();
  await expect(page.getByRole('dialog', { name: say('forms:leave.title') })).toBeVisible();
  await audit(page, 'question before the profile is lost');

  await page.goto('/user?view=password');
  await expect(page.getByText(say('account:sessions.this'))).toBeVisible();
  await audit(page, 'password');
  await field(reader, 'account:password.new').fill('Password1!');
  await expect(page.getByText(say('forms:strength.common'))).toBeVisible();
  await button(reader, 'account:password.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'password, errors');

  await page.goto('/user?view=delete');
  await button(reader, 'account:remove.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'deletion, error');
  await field(reader, 'account:remove.password').fill('Password1!');
  await button(reader, 'account:remove.send').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'deletion, question');
});

test('a forgotten password has no barrier', async ({ reader }) => {
  const { page, say } = reader;
  await page.goto('/login?view=reset');
  await button(reader, 'auth:reset.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'address, error');
  await page.getByRole('textbox', { name: say('auth:email'), exact: true }).fill(anEmail());
  await button(reader, 'auth:reset.send').click();
  await expect(field(reader, 'auth:code.label')).toBeFocused();
  await audit(page, 'code and password');
  await button(reader, 'auth:reset.save').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(3);
  await audit(page, 'code and password, errors');
});

test('the book of a visitor and an empty book have no barrier', async ({ reader, store }) => {
  const { page } = reader;
  await page.goto('/service');
  await expect(heading(reader, 'service:loggedOut.title')).toBeVisible();
  await audit(page, 'visitor');
  await signIn(page, await anOwner(store));
  await page.goto('/service');
  await expect(heading(reader, 'vehicles:empty.title')).toBeVisible();
  await audit(page, 'empty');
});

/** Three vehicles, the car with a history and a note, and two more that the tariff hides. */
async function openBook(reader: Reader, { store, server }: Served) {
  const owner = await anOwner(store, 'family');
  const car = await giveVehicle(server, owner);
  await giveRecord(server, owner, car, { partCode: '-' });
  await giveRecord(server, owner, car, { operationName: 'Заміна ременя газорозподільного механізму', price: '12 400,00' });
  await giveVehicle(server, owner, 'boat', { brand: 'Крим', model: 'М' });
  await giveVehicle(server, owner, 'bicycle', { brand: 'Україна', model: 'В-134' });
  await store.db.insertInto('notes').values({ vehicle_id: car.id, text: 'Запасний ключ у бардачку' }).execute();
  await signIn(reader.page, owner);
  await reader.page.goto('/service');
  const card = vehicleCard(reader, 'Škoda Octavia');
  await expect(card).toBeVisible();
  return { owner, card };
}

test('the list of vehicles has no barrier', async ({ reader, store, server }) => {
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

test('an open vehicle has no barrier', async ({ reader, store, server }) => {
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
  await audit(page, 'record, refused');
  await page.unroute('**/api/vehicles/*/records');
  await addRecord(reader, form, { operation: 'Лампа', price: '2' });

  await card.getByRole('button', { name: new RegExp(`^${say('records:history.edit', { name: 'Лампа', day: '' })}`) }).click();
  await expect(recordForm(reader, 'editLabel')).toBeVisible();
  await audit(page, 'record, change');
  await button(reader, 'records:form.cancel').click();

  await button(reader, 'notes:edit').click();
  await field(reader, 'notes:title').fill('я'.repeat(351));
  await expect(page.getByText(say('notes:long', { max: 350 }))).toBeVisible();
  await audit(page, 'note, too long');
  await button(reader, 'notes:cancel').click();

  await card.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'Лампа', day: '' })}`) }).click();
  // A notice stays while it has the focus.
  await button(reader, 'records:undo').focus();
  await audit(page, 'notice with a way back');
  await button(reader, 'shell:close').click();

  await card.getByRole('button', { name: say('vehicles:details.removeOf', { name: 'Škoda Octavia' }), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'question before a vehicle is deleted');
});

/** One of each kind of field set; errors at all of them. */
const FORMS: readonly VehicleType[] = ['car', 'yacht', 'bicycle'];

test('the form of a vehicle has no barrier', async ({ reader, store }) => {
  test.setTimeout(90_000);
  const { page, say } = reader;
  await signIn(page, await anOwner(store));
  await page.goto('/service?add');
  await expect(heading(reader, 'vehicleForm:new')).toBeVisible();
  await audit(page, 'type not chosen');
  for (const type of FORMS) {
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
  await audit(page, 'question before something typed is lost');
});
