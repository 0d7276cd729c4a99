import type { Locator } from '@playwright/test';
import { button, field, recordForm } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { fillRecords } from '../support/fill.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** What owners do most, on a phone, with as few taps as promised. Typing (with the keys “next” and “done”) and scrolling do not count. */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const LAST_YEAR = new Date().getFullYear() - 1;
const WORKS = [
  ['Гальмівні колодки', 'TRW', 'GDB1550', '2 050,27', '90 320', `${LAST_YEAR}-10-04`],
  ['Шиномонтаж', '-', '-', '640', '90 000', `${LAST_YEAR}-09-18`],
  ['Олива й фільтр', 'Motul 5W-30', 'MO-530', '1 820,50', '92 360', `${LAST_YEAR}-12-07`],
  ['Олива й фільтр', 'Motul 5W-30', 'MO-530', '1 710,00', '82 100', `${LAST_YEAR}-01-15`],
] as const;

/** A car with work of last year, and a bicycle, so that neither is open in the list. */
async function openBook({ page }: Reader, { store, server }: Served) {
  const owner = await anOwner(store, 'family');
  const car = await giveVehicle(server, owner);
  await giveVehicle(server, owner, 'bicycle', { brand: 'Україна', model: 'В-134' });
  for (const [operationName, partName, partCode, price, reading, performedOn] of WORKS)
    await giveRecord(server, owner, car, { operationName, partName, partCode, price, reading, performedOn });
  await logInAs(page, owner);
  return car;
}

/** Taps a target; fails at the first tap beyond `most`. A native list takes two: one opens it, the other chooses. */
function tapping({ press }: Reader, most: number) {
  let count = 0;
  const add = (taps: number, target: Locator) => {
    count += taps;
    expect(count, `taps, the last one on ${target}`).toBeLessThanOrEqual(most);
  };
  return {
    tap: (target: Locator) => {
      add(1, target);
      return press(target);
    },
    choose: async (target: Locator, value: string) => {
      add(2, target);
      await target.selectOption(value);
    },
  };
}

const addFor = ({ page, say }: Reader) => page.getByRole('button', { name: say('vehicles:card.recordFor', { name: 'Škoda Octavia' }) });
const send = (reader: Reader) => recordForm(reader).getByRole('button', { name: reader.say('records:form.add') });
const frequent = (reader: Reader, name: string) =>
  recordForm(reader)
    .getByRole('group', { name: reader.say('records:form.frequent') })
    .getByRole('button', { name });
const lastTime = (reader: Reader, code: string) => recordForm(reader).getByRole('button', { name: code });
const item = ({ page }: Reader, text: string) =>
  page.getByRole('listitem').filter({ has: page.locator('[id^=entry-edit-]'), hasText: text });

test('a record with a new reading takes four taps from the list', async ({ reader, store, server }) => {
  const { page, say } = reader;
  await openBook(reader, { store, server });
  await page.goto('/service');
  const { tap } = tapping(reader, 4);
  await tap(addFor(reader));
  await expect(field(reader, 'records:form.operation')).toBeFocused();
  await page.keyboard.type('Лампа');
  await tap(field(reader, 'records:form.reading.km'));
  await page.keyboard.type('92900');
  await tap(field(reader, 'records:form.price', { sign: '₴' }));
  await page.keyboard.type('35');
  await tap(send(reader));
  await expect(recordForm(reader).getByText(say('records:form.added', { name: 'Лампа' }))).toBeVisible();
  await expect(item(reader, 'Лампа')).toContainText('92 900 км');
});

test('a frequent work with the part of last time takes four taps from the list, and nothing is typed', async ({
  reader,
  store,
  server,
}) => {
  const { page, say } = reader;
  await openBook(reader, { store, server });
  await page.goto('/service');
  const { tap } = tapping(reader, 4);
  await tap(addFor(reader));
  await tap(frequent(reader, 'Олива й фільтр'));
  await tap(lastTime(reader, 'MO-530'));
  await tap(send(reader));
  await expect(recordForm(reader).getByText(say('records:form.added', { name: 'Олива й фільтр' }))).toBeVisible();
  await expect(item(reader, 'MO-530')).toHaveCount(3);
});

test('a known work with a new reading and price takes four taps and the digits', async ({ reader, store, server }) => {
  const { page, say } = reader;
  await openBook(reader, { store, server });
  await page.goto('/service');
  const { tap } = tapping(reader, 4);
  await tap(addFor(reader));
  await tap(frequent(reader, 'Олива й фільтр'));
  await tap(lastTime(reader, 'MO-530'));
  await page.keyboard.type('1890');
  await tap(field(reader, 'records:form.reading.km'));
  await page.keyboard.type('92900');
  for (const _ of ['work', 'part', 'code', 'price', 'save']) await page.keyboard.press('Enter');
  await expect(recordForm(reader).getByText(say('records:form.added', { name: 'Олива й фільтр' }))).toBeVisible();
  await expect(item(reader, '92 900 км')).toContainText('1 890,00 ₴');
});

test('it also takes four taps from the page of the vehicle', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { id } = await openBook(reader, { store, server });
  await page.goto(`/service/${id}`);
  const { tap } = tapping(reader, 4);
  await tap(button(reader, 'vehicles:page.addRecord'));
  await tap(frequent(reader, 'Олива й фільтр'));
  await tap(lastTime(reader, 'MO-530'));
  await tap(send(reader));
  await expect(recordForm(reader).getByText(say('records:form.added', { name: 'Олива й фільтр' }))).toBeVisible();
  await expect(item(reader, 'MO-530')).toHaveCount(3);
});

test('a record typed with the keys of the keyboard takes two taps from the list, through the page of the vehicle', async ({
  reader,
  store,
  server,
}) => {
  const { page, say } = reader;
  await openBook(reader, { store, server });
  await page.goto('/service');
  const { tap } = tapping(reader, 2);
  await tap(page.getByRole('heading', { level: 3 }).getByRole('link', { name: 'Škoda Octavia' }));
  await tap(button(reader, 'vehicles:page.addRecord'));
  await expect(field(reader, 'records:form.operation')).toBeFocused();
  await page.keyboard.type('Лампа');
  for (const next of [
    field(reader, 'records:form.part'),
    field(reader, 'records:form.code'),
    field(reader, 'records:form.price', { sign: '₴' }),
  ]) {
    await page.keyboard.press('Enter');
    await expect(next).toBeFocused();
  }
  await page.keyboard.type('35');
  await page.keyboard.press('Enter');
  await expect(recordForm(reader).getByText(say('records:form.added', { name: 'Лампа' }))).toBeVisible();
  await expect(item(reader, 'Лампа')).toBeVisible();
});

test('what was done at 90,000 km takes one tap and typing on the page of the vehicle', async ({ reader, store, server }) => {
  const { page } = reader;
  const { id } = await openBook(reader, { store, server });
  await page.goto(`/service/${id}`);
  const { tap } = tapping(reader, 1);
  await tap(page.getByRole('searchbox'));
  await page.keyboard.type('90 000');
  await expect(item(reader, 'Шиномонтаж')).toBeInViewport();
});

for (const [where, path] of [
  ['the list', () => '/service'],
  ['the page of the vehicle', (id: number) => `/service/${id}`],
] as const)
  test(`the part number of last time takes one tap and typing on ${where}`, async ({ reader, store, server }) => {
    const { page } = reader;
    const { id } = await openBook(reader, { store, server });
    await page.goto(path(id));
    const { tap } = tapping(reader, 1);
    await tap(page.getByRole('searchbox'));
    await page.keyboard.type('галь');
    const found = page.getByRole('listitem').filter({ hasText: 'GDB1550' });
    await expect(found).toHaveCount(1);
    await expect(found).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Шиномонтаж')).toHaveCount(0);
  });

test('the costs of last year take two taps on the page of the vehicle, even after many records of this year', async ({
  reader,
  store,
  server,
}) => {
  const { page, say } = reader;
  const { id } = await openBook(reader, { store, server });
  await fillRecords(store, id, 60);
  await store.db
    .updateTable('entries')
    .set({ performed_on: `${LAST_YEAR + 1}-01-02` })
    .where('part_code', 'like', 'P%')
    .execute();
  await page.goto(`/service/${id}`);
  await expect(page.getByText(say('records:history.year', { year: LAST_YEAR, count: 4 }))).toHaveCount(0);
  const { choose } = tapping(reader, 2);
  await choose(field(reader, 'records:filter.year'), String(LAST_YEAR));
  const year = page.getByRole('listitem').filter({ hasText: say('records:history.year', { year: LAST_YEAR, count: 4 }) });
  await expect(year).toContainText('6 220,77 ₴');
  await expect(year).toBeInViewport({ ratio: 1 });
});

test('the costs of all vehicles last year take two taps from the list', async ({ reader, store, server }) => {
  const { page, say } = reader;
  await openBook(reader, { store, server });
  await page.goto('/service');
  const { tap } = tapping(reader, 2);
  await tap(page.getByRole('link', { name: say('vehicles:costs') }));
  await tap(page.getByRole('button', { name: String(LAST_YEAR), exact: true }));
  await expect(page.getByRole('main')).toContainText('6 220,77 ₴');
});

test('a fill takes one tap on the page of the vehicle, and no key but its digits and “next”', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const car = await openBook(reader, { store, server });
  await page.goto(`/service/${car.id}`);
  const { tap } = tapping(reader, 1);
  await tap(page.getByRole('button', { name: say('vehicles:page.addFuel') }));
  const form = page.getByRole('form', { name: say('entryForms:newFill') });
  await expect(form.getByLabel(say('entryForms:volume.l'))).toBeFocused();
  await page.keyboard.type('39,2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1548,4');
  await page.keyboard.press('Enter');
  // The last digits of the reading are enough.
  await page.keyboard.type('620');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toContainText(say('entryForms:because.first'));
  await expect(item(reader, '39,2 л')).toContainText('98 620 км');
  await expect(item(reader, '39,2 л')).toContainText('1 548,40 ₴');
});

test('a reading takes two taps: on the one in the head, and to save it', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const car = await openBook(reader, { store, server });
  await page.goto(`/service/${car.id}/details`);
  const { tap } = tapping(reader, 2);
  await tap(page.getByRole('link', { name: say('vehicles:page.enterReading', { reading: '98 047 км' }) }));
  const form = page.getByRole('form', { name: say('entryForms:newReading') });
  await expect(form.getByLabel(say('records:form.reading.km'))).toBeFocused();
  await page.keyboard.type('300');
  await tap(form.getByRole('button', { name: say('entryForms:save') }));
  await expect(page.getByRole('link', { name: say('vehicles:page.enterReading', { reading: '98 300 км' }) })).toBeVisible();
  await expect(page).toHaveURL(`/service/${car.id}`);
});
