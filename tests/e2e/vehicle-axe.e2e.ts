import type { Page } from '@playwright/test';
import { audit } from '../support/axe.ts';
import { button, field, fillRecord, recordForm } from '../support/book.ts';
import { expect, type Served, test } from '../support/e2e.ts';
import { anOwner, givePlanLine, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** WCAG 2.2 AA and best practices in every state of the page of a vehicle. */

test.describe.configure({ mode: 'parallel' });
// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [1280, 768, 360];
const THIS_YEAR = new Date().getFullYear();
const WORKS = [
  ['Гальмівні колодки', 'TRW', 'GDB1550', '2 050,27', '90 320', `${THIS_YEAR - 2}-10-04`],
  ['Шиномонтаж', '-', '-', '640', '90 000', `${THIS_YEAR - 2}-09-18`],
  ['Олива й фільтр', 'Motul 5W-30', 'MO-530', '1 820,50', '97 360', `${THIS_YEAR - 1}-09-07`],
  ['Олива й фільтр', 'Motul 5W-30', 'MO-530', '1 915,00', '97 680', `${THIS_YEAR}-01-02`],
] as const;

/** A car with work of three years and a note; its owner is logged in. */
async function giveBook(page: Page, { store, server }: Served) {
  const owner = await anOwner(store, 'business');
  const car = await giveVehicle(server, owner);
  for (const [operationName, partName, partCode, price, reading, performedOn] of WORKS)
    await giveRecord(server, owner, car, { operationName, partName, partCode, price, reading, performedOn });
  await store.db.insertInto('notes').values({ vehicle_id: car.id, text: 'Запасний ключ у бардачку' }).execute();
  await logInAs(page, owner);
  return { car, path: `/service/${car.id}` };
}

test('the history and its search have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const { path } = await giveBook(page, { store, server });
  await page.goto(path);
  await expect(page.getByText('Шиномонтаж')).toBeVisible();
  await audit(page, 'history', WIDTHS);

  await page.getByRole('searchbox').fill('89 900');
  await expect(page.locator('tr[aria-current]')).toContainText('Шиномонтаж');
  await audit(page, 'nearest reading', WIDTHS);

  await page.getByRole('searchbox').fill('колодки');
  await expect(page.getByText('Шиномонтаж')).toHaveCount(0);
  const year = page.getByText(say('records:history.year', { year: String(THIS_YEAR - 2), count: 1 }));
  await field(reader, 'records:filter.year').selectOption(String(THIS_YEAR - 2));
  await expect(year).toBeVisible();
  await field(reader, 'records:filter.sort').selectOption('price');
  // By price there are no years between the records. Until then, the previous records are shown half transparent.
  await expect(year).toHaveCount(0);
  await expect(page.getByText('GDB1550')).toBeVisible();
  await audit(page, 'found in a year, by price', WIDTHS);

  await page.getByRole('searchbox').fill('немає такого');
  await expect(page.getByText(say('records:filter.none'))).toBeVisible();
  await audit(page, 'nothing found', WIDTHS);
});

test('the form of a phone has no accessibility violation and scrolls in one direction', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { path } = await giveBook(page, { store, server });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(path);
  await button(reader, 'vehicles:page.addRecord').click();
  const frequent = page.getByRole('group', { name: say('records:form.frequent') });
  await frequent.getByRole('button', { name: 'Олива й фільтр' }).click();
  await expect(page.getByRole('button', { name: 'MO-530' })).toBeVisible();
  await audit(page, 'form', [360, 320]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the costs with charts and the details have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const { path } = await giveBook(page, { store, server });
  await page.goto(`${path}/statistics?period=all`);
  await expect(page.locator('svg[role="img"]').first()).toBeVisible();
  await page.getByText(say('statistics:spans.inFigures')).first().click();
  await audit(page, 'costs', WIDTHS);

  await page.getByRole('link', { name: say('vehicles:page.view.details') }).click();
  await expect(page.getByText('Запасний ключ у бардачку')).toBeVisible();
  await audit(page, 'details', WIDTHS);
});

test('the plan and its forms have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const owner = await anOwner(store);
  const car = await giveVehicle(server, owner);
  await logInAs(page, owner);
  await page.goto(`/service/${car.id}/plan`);
  await expect(page.getByText(say('plan:empty.title'))).toBeVisible();
  await audit(page, 'empty plan', WIDTHS);
  await givePlanLine(server, owner, car, { title: 'ОСЦПВ', mode: 'fixed', dueOn: '2022-01-31', everyDistance: null });
  await givePlanLine(server, owner, car, { title: 'Олива', everyDistance: '10 000', startOn: '2020-01-01' });
  await givePlanLine(server, owner, car, { title: 'Балон', everyMonths: null, everyDistance: null, dueOn: '2120-01-01' });
  await page.reload();
  await button(reader, 'plan:done').first().click();
  await button(reader, 'plan:doneForm.submit').click();
  await expect(page.getByRole('img', { name: /\d/ })).toBeVisible();
  await audit(page, 'plan', WIDTHS);
  await page.getByRole('button', { name: 'Олива', exact: true }).click();
  await audit(page, 'actions of a line', WIDTHS);
  await button(reader, 'plan:snooze').first().click();
  await expect(page.getByRole('form')).toBeVisible();
  await audit(page, 'snooze', WIDTHS);
  await button(reader, 'plan:add').click();
  await page.getByText(say('plan:form.more')).click();
  await button(reader, 'plan:form.create').click();
  await audit(page, 'form of a line', WIDTHS);

  await page.goto(`/service/${car.id}`);
  const form = recordForm(reader);
  await fillRecord(reader, form, { operation: 'ОСЦПВ', price: '1 200' });
  await expect(form.getByRole('checkbox', { name: say('plan:fulfils', { name: 'ОСЦПВ' }) })).toBeChecked();
  await form.getByRole('button', { name: say('records:form.add') }).click();
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(3);
  await audit(page, 'which date the work was for', WIDTHS);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('plan:doneForm.submit') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: say('plan:paper.title') })).toBeVisible();
  await audit(page, 'printed plan', [WIDTHS[0] as number]);
});

test('the page of an archived vehicle has no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const { car, path } = await giveBook(page, { store, server });
  await store.db.updateTable('vehicles').set({ archived_at: '2026-01-03T00:00:00.000Z' }).where('id', '=', car.id).execute();
  await page.goto(path);
  await expect(page.getByText('Шиномонтаж')).toBeVisible();
  await audit(page, 'archived, history', WIDTHS);

  await page.getByRole('searchbox').fill('89 900');
  await expect(page.locator('tr[aria-current]')).toContainText('Шиномонтаж');
  await audit(page, 'archived, nearest reading', WIDTHS);

  await page.getByRole('link', { name: say('vehicles:page.view.details') }).click();
  await expect(page.getByText('Запасний ключ у бардачку')).toBeVisible();
  await audit(page, 'archived, details', WIDTHS);

  await page.getByRole('link', { name: say('vehicles:page.view.statistics') }).click();
  await expect(page.locator('svg[role="img"]').first()).toBeVisible();
  await audit(page, 'archived, costs', WIDTHS);
});
