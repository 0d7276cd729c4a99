import type { Locator } from '@playwright/test';
import { anEmail } from '../support/accounts.ts';
import {
  addRecord,
  askForCode,
  button,
  confirmCode,
  documentLink,
  editForm,
  fact,
  field,
  fillAbout,
  fillRecord,
  fillVehicle,
  heading,
  historyRows,
  historyTotal,
  logIn,
  recordForm,
  register,
  vehicleCard,
} from '../support/book.ts';
import { aPicture } from '../support/builders.ts';
import { closeNotices, expect, type Reader, test } from '../support/e2e.ts';
import { addFirstCar, FIRST_CAR } from '../support/first-car.ts';
import { codeInOutbox, giveTariff } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

const rowOf = (card: Locator, words: string): Locator => historyRows(card).filter({ hasText: words });

async function removeRecord({ page, say, press }: Reader, card: Locator, operation: string): Promise<void> {
  const name = new RegExp(`^${say('records:history.remove', { name: operation, day: '' })}`);
  await press(card.getByRole('button', { name }));
  await expect(rowOf(card, operation)).toHaveCount(0);
  await expect(page.getByText(say('records:removed', { name: operation }), { exact: true })).toBeVisible();
}

test('a new user registers, keeps a service book and logs in again', async ({ reader, server, store }) => {
  // The whole journey of a user in one test; on an idle machine it takes a small part of this limit.
  test.setTimeout(150_000);
  const { page, say, press } = reader;
  const email = anEmail();
  const card = vehicleCard(reader, 'ЗАЗ Таврія');
  const form = recordForm(reader);
  await page.setViewportSize({ width: 1280, height: 900 });

  await test.step('opens the login page', async () => {
    await page.goto('/');
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: say('home:open') })
        .first(),
    );
    await expect(heading(reader, 'service:loggedOut.title')).toBeVisible();
    await press(page.getByRole('main').getByRole('link', { name: say('service:loggedOut.login') }));
    await expect(heading(reader, 'auth:login.title')).toBeVisible();
  });

  await test.step('registers, and reads the privacy policy and the terms', async () => {
    await askForCode(reader, email);
    const code = await codeInOutbox(server, email);
    await confirmCode(reader, code === '000000' ? '000001' : '000000');
    await expect(page.getByText(say('errors:api.validateCode.403'))).toBeVisible();
    await confirmCode(reader, code);
    await expect(heading(reader, 'auth:about.title')).toBeVisible();
    await fillAbout(reader);
    for (const name of ['privacy', 'terms'] as const) {
      await press(documentLink(reader, name));
      await expect(heading(reader, `auth:document.${name}`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).nth(2)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
      await press(page.getByRole('link', { name: say('auth:document.back') }).first());
      await expect(heading(reader, 'auth:about.title')).toBeVisible();
    }
    await expect(field(reader, 'auth:about.firstName')).toHaveValue('Соломія');
    await expect(field(reader, 'auth:about.lastName')).toHaveValue('Гнатюк');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await press(button(reader, 'auth:about.send'));
    await expect(heading(reader, 'auth:welcome.title')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Соломія');
    await expect(page.getByRole('tab')).toHaveCount(0);
  });

  await test.step('adds the first car, with a large photo', () => addFirstCar(reader));

  await test.step('adds records and shows their exact sum', async () => {
    await expect(form.getByLabel(say('records:form.operation'), { exact: true })).toBeFocused();
    await expect(form.getByLabel(say('records:form.reading.km'), { exact: true })).toHaveValue(/^98\s047$/);
    await addRecord(reader, form, { operation: 'Заміна оливи', price: '15,65', part: 'Олива 5W-30', code: 'OF-5541' });
    await form.getByRole('combobox', { name: say('records:form.operation') }).fill('олив');
    await expect(form.getByRole('option', { name: /Заміна оливи/ }), 'suggested once it is saved').toBeVisible();
    await addRecord(reader, form, { operation: 'Гальмівні колодки', price: '1 093,05' });
    await addRecord(reader, form, { operation: 'Лампа', price: '0.1' });
    await addRecord(reader, form, { operation: 'Запобіжник', price: '₴ 0,20' });
    await expect(historyRows(card)).toHaveCount(4);
    await expect(rowOf(card, 'Заміна оливи')).toContainText('15,65 ₴');
    await expect(rowOf(card, 'Гальмівні колодки')).toContainText('1 093,05 ₴');
    await expect(historyTotal(reader, card)).toContainText('1 109,00 ₴');
    await expect(fact(page.getByRole('main'), say('vehicles:totals.all'))).toHaveText('1 109,00 ₴');
    await expect(fact(card, say('vehicles:card.all'))).toHaveText('1 109,00 ₴');
    const ofYear = fact(page.getByRole('main'), say('vehicles:card.year', { year: new Date().getUTCFullYear() }));
    await expect(ofYear, 'of the book and of its only car').toHaveText(['1 109,00 ₴', '1 109,00 ₴']);
  });

  await test.step('rejects an empty record with an error at each field', async () => {
    await press(form.getByRole('button', { name: say('records:form.add') }));
    await expect(form.getByText(say('errors:validation.required'))).toHaveCount(2);
    await expect(historyRows(card)).toHaveCount(4);
  });

  await test.step('changes a record', async () => {
    await press(card.getByRole('button', { name: new RegExp(`^${say('records:history.edit', { name: 'Лампа', day: '' })}`) }));
    const change = editForm(reader, 'Лампа');
    await expect(change.getByLabel(say('records:form.price', { sign: '₴' }))).toHaveValue('0,10');
    await fillRecord(reader, change, { price: '90,10' });
    await press(change.getByRole('button', { name: say('records:form.save') }));
    await expect(rowOf(card, 'Лампа')).toContainText('90,10 ₴');
    await expect(historyTotal(reader, card)).toContainText('1 199,00 ₴');
  });

  await test.step('deletes and restores a record', async () => {
    await removeRecord(reader, card, 'Гальмівні колодки');
    await expect(historyTotal(reader, card)).toContainText('105,95 ₴');
    await press(page.getByRole('button', { name: say('records:undo'), exact: true }));
    await expect(rowOf(card, 'Гальмівні колодки')).toContainText('1 093,05 ₴');
    await expect(historyTotal(reader, card)).toContainText('1 199,00 ₴');
  });

  await test.step('writes, changes, deletes and restores a note', async () => {
    await press(button(reader, 'notes:createFor', { name: 'ЗАЗ Таврія' }));
    await field(reader, 'notes:title').fill('Запасний ключ у бардачку');
    await press(button(reader, 'notes:save'));
    const panel = page.getByRole('complementary', { name: say('notes:of', { name: 'ЗАЗ Таврія' }) });
    await expect(panel).toContainText('Запасний ключ у бардачку');
    await closeNotices(reader);
    await press(button(reader, 'notes:edit'));
    await field(reader, 'notes:title').fill('Ключ у гаражі');
    await press(button(reader, 'notes:save'));
    await expect(panel).toContainText('Ключ у гаражі');
    await press(button(reader, 'notes:edit'));
    await press(button(reader, 'notes:remove'));
    await expect(panel).toHaveCount(0);
    const notice = page.getByRole('status').filter({ hasText: say('notes:removed', { name: 'ЗАЗ Таврія' }) });
    await press(notice.getByRole('button', { name: say('notes:undo') }));
    await expect(panel).toContainText('Ключ у гаражі');
  });

  await test.step('searches the vehicles', async () => {
    const search = page.getByRole('searchbox', { name: say('vehicles:search.label') });
    await press(button(reader, 'vehicles:search.button'));
    await expect(page.getByRole('search').getByText(say('errors:validation.required'))).toBeVisible();
    await search.fill('0206w02');
    await expect(card).toBeVisible();
    await expect(page.getByText(say('vehicles:search.found', { count: 1 }))).toBeAttached();
    await search.fill('таврі');
    await expect(card).toBeVisible();
    await search.fill('Волга');
    await expect(card).toBeHidden();
    await expect(page.getByText(say('vehicles:search.none', { query: 'Волга' })).first()).toBeVisible();
    await press(button(reader, 'vehicles:search.showAll'));
    await expect(card).toBeVisible();
  });

  await test.step('changes the car', async () => {
    await press(page.getByRole('link', { name: say('vehicles:details.editOf', { name: 'ЗАЗ Таврія' }) }));
    await expect(field(reader, 'vehicleForm:vin')).toHaveValue(FIRST_CAR.vin);
    await field(reader, 'vehicleForm:color').fill('зелений');
    await press(button(reader, 'vehicleForm:save'));
    await expect(page.getByRole('definition').filter({ hasText: 'зелений' })).toBeVisible();
  });

  await test.step('keeps language and theme after a reload', async () => {
    const english = textsOf('en');
    await closeNotices(reader);
    await field(reader, 'shell:language.label').selectOption('en');
    await expect(page.getByRole('heading', { level: 1, name: english('service:title') })).toBeVisible();
    await press(page.getByRole('button', { name: english('shell:theme.dark') }));
    const html = (await (await page.reload())?.text()) ?? '';
    expect(html, 'in the HTML from the server, so that nothing flashes').toContain('data-theme="dark"');
    expect(html).toContain('<html lang="en"');
    await expect(page.getByRole('heading', { level: 1, name: english('service:title') })).toBeVisible();
    await expect(fact(page.getByRole('main'), english('vehicles:totals.all'))).toHaveText('₴1,199.00');
    await page.getByLabel(english('shell:language.label')).selectOption('ua');
    await expect(heading(reader, 'service:title')).toBeVisible();
  });

  await test.step('logs out and in again', async () => {
    await press(page.getByRole('link', { name: say('shell:nav.user') }));
    await press(page.getByRole('button', { name: say('user:menu.logout') }));
    await expect(page).toHaveURL('/');
    await page.goto('/service');
    await press(page.getByRole('main').getByRole('link', { name: say('service:loggedOut.login') }));
    await logIn(reader, email);
    await expect(page).toHaveURL('/service');
    await expect(historyTotal(reader, card)).toContainText('1 199,00 ₴');
  });

  await test.step('adds a boat with hours and a bicycle with years on the business tariff', async () => {
    await giveTariff(store, email, 'business');
    await page.reload();
    await press(page.getByRole('link', { name: say('vehicles:add') }));
    const boat = { brand: 'Крим', model: 'М', year: '1987', hinNumber: 'UAKRM12345A7', fuelType: 'petrol' };
    const rest = { engineVolume: '0,5', hours: '612', color: 'білий' };
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await aPicture() };
    await fillVehicle(reader, 'boat', { ...boat, ...rest }, photo);
    await press(button(reader, 'vehicleForm:add'));
    const boatCard = vehicleCard(reader, 'Крим М');
    const boatForm = boatCard.getByRole('form');
    await boatForm.getByLabel(say('records:form.reading.h'), { exact: true }).fill('612,5');
    await addRecord(reader, boatForm, { operation: 'Крильчатка', price: '250' });
    await expect(rowOf(boatCard, 'Крильчатка')).toContainText('612,5');

    await press(page.getByRole('link', { name: say('vehicles:add') }));
    const bicycle = { brand: 'Україна', model: 'В-134', year: '1975', serialNumber: 'ХВЗ 77-1', color: 'синій' };
    await fillVehicle(reader, 'bicycle', bicycle, photo);
    await expect(field(reader, 'vehicleForm:fuelType')).toHaveCount(0);
    await press(button(reader, 'vehicleForm:add'));
    const bicycleCard = vehicleCard(reader, 'Україна В-134');
    const bicycleForm = bicycleCard.getByRole('form');
    await expect(bicycleForm.getByLabel(say('records:form.reading.year'), { exact: true })).toHaveValue(String(new Date().getFullYear()));
    await bicycleForm.getByLabel(say('records:form.reading.year'), { exact: true }).fill('2024');
    await addRecord(reader, bicycleForm, { operation: 'Ланцюг', price: '340,5' });
    await expect(rowOf(bicycleCard, 'Ланцюг')).toContainText('2024');
    for (const group of ['car', 'boat', 'bicycle'])
      await expect(page.getByRole('heading', { level: 2, name: say(`vehicles:groups.${group}`) })).toBeVisible();
  });

  await test.step('deletes a vehicle after confirmation', async () => {
    const boatCard = vehicleCard(reader, 'Крим М');
    const remove = boatCard.getByRole('button', { name: say('vehicles:details.removeOf', { name: 'Крим М' }), exact: true });
    await press(remove);
    const dialog = page.getByRole('dialog', { name: say('vehicles:remove.title', { name: 'Крим М' }) });
    await expect(dialog).toContainText(say('vehicles:remove.records', { count: 1 }));
    await press(dialog.getByRole('button', { name: say('vehicles:remove.keep') }));
    await expect(dialog).toBeHidden();
    await expect(boatCard).toBeVisible();
    await press(remove);
    await press(dialog.getByRole('button', { name: say('vehicles:remove.confirm', { name: 'Крим М' }) }));
    await expect(boatCard).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(2);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a new user registers, adds records, searches and changes language and theme', { tag: '@every-browser' }, async ({
    reader,
    server,
  }) => {
    test.setTimeout(90_000);
    const { page, say, press } = reader;
    await page.goto('/login?tab=registration');
    await register(reader, server, anEmail());
    await addFirstCar(reader);
    const card = vehicleCard(reader, 'ЗАЗ Таврія');
    const form = recordForm(reader);
    await addRecord(reader, form, { operation: 'Заміна оливи', price: '15,65' });
    await addRecord(reader, form, { operation: 'Гальмівні колодки', price: '1 093,05' });
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(historyTotal(reader, card)).toContainText('1 108,70 ₴');
    await removeRecord(reader, card, 'Заміна оливи');
    await press(page.getByRole('button', { name: say('records:undo'), exact: true }));
    await expect(historyTotal(reader, card)).toContainText('1 108,70 ₴');
    await page.getByRole('searchbox', { name: say('vehicles:search.label') }).fill('238417');
    await expect(card).toBeVisible();
    await closeNotices(reader);
    await field(reader, 'shell:language.label').selectOption('ru');
    await expect(page.getByRole('heading', { level: 1, name: textsOf('ru')('service:title') })).toBeVisible();
    await press(page.getByRole('button', { name: textsOf('ru')('shell:theme.dark') }));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('heading', { level: 1, name: textsOf('ru')('service:title') })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
