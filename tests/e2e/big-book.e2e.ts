import { workRow } from '#tests/support/work-rows.ts';
import { addRecord, button, fact, recordForm, vehicleCard } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { fillRecords } from '../support/fill.ts';
import { anOwner, giveVehicle, logInAs } from '../support/owners.ts';
import { readPdf } from '../support/pdf.ts';
import { mostRestyled } from '../support/restyled.ts';

const VEHICLES = 50;
const RECORDS = 2_000;
/** Upper limit of DOM elements, which does not depend on the speed of the machine. */
const DOM_MAX = 1_500;
/** Upper limit of elements whose styles are computed for a form in place of a row. A rule like `html:has(…) footer` makes it all elements. */
const RESTYLED_MAX = 200;
/** Rows of a long history that are rendered at once. */
const ROWS_MAX = 130;

test('renders fifty vehicles with 2,000 records as a small page that fits a phone', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store, 'business');
  const { id } = await giveVehicle(server, owner, 'car', { model: '0' });
  const { id: _, ...row } = await store.db.selectFrom('vehicles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: VEHICLES - 1 }, (_, index) => ({
    ...row,
    model: `№ ${index + 1}`,
    vin: `TMB${10_000_000_000_000 + index}`,
  }));
  await store.db.insertInto('vehicles').values(copies).execute();
  const ids = (await store.db.selectFrom('vehicles').select('id').where('user_id', '=', owner.id).execute()).map((vehicle) => vehicle.id);
  const records = Array.from({ length: RECORDS }, (_, index) =>
    workRow({
      vehicle_id: ids[index % VEHICLES] as number,
      operation_name: `Робота ${index}`,
      part_name: 'Олива 5W-30',
      part_code: '-',
      price: 1565,
      reading: 981_000,
      performed_on: '2026-06-14',
      created_at: row.created_at,
    }),
  );
  await store.db.insertInto('entries').values(records).execute();

  await logInAs(page, owner);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/service');
  await expect(page.getByRole('article')).toHaveCount(VEHICLES);
  const total = fact(page.getByRole('main'), say('vehicles:totals.all'));
  await expect(total, '2,000 × 15,65').toHaveText('31 300,00 ₴');
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(DOM_MAX);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.getByRole('searchbox', { name: say('vehicles:search.label') }).fill('0000000000048');
  const card = vehicleCard(reader, 'Škoda № 49');
  await expect(card).toBeVisible();
  await expect(card.locator('[id^=entry-edit-]')).toHaveCount(10);
  await expect(
    card.getByRole('link', { name: say('records:history.allOf', { name: 'Škoda № 49', count: RECORDS / VEHICLES }) }),
  ).toBeVisible();
  await addRecord(reader, recordForm(reader), { operation: 'Лампа', price: '0,35' });
  await expect(card).toContainText('626,35 ₴');
  await expect(total).toHaveText('31 300,35 ₴');
  await page.getByRole('searchbox').fill('');
  await expect(button(reader, 'vehicles:card.close', { name: 'Škoda № 49' })).toBeVisible();

  const edit = card.locator('[id^=entry-edit-]').nth(1);
  await edit.scrollIntoViewIfNeeded();
  const restyled = await mostRestyled(page, async () => {
    await edit.click();
    await expect(card.locator('form')).toHaveCount(2);
  });
  expect(restyled).toBeLessThan(RESTYLED_MAX);
});

test('shows the latest records of a vehicle, and all of them in pages on its own page', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const { id } = await giveVehicle(server, owner);
  await fillRecords(store, id, 420);
  await logInAs(page, owner);
  await page.goto('/service');
  const main = page.getByRole('main');
  const rows = main.locator('tbody tr', { has: page.locator('[id^=entry-edit-]') });
  const total = main.locator('tfoot');
  await expect(rows).toHaveCount(10);
  await expect(total).toContainText('420,00');
  await page.getByRole('link', { name: say('records:history.allOf', { name: 'Škoda Octavia', count: 420 }) }).click();
  await expect(page).toHaveURL(`/service/${id}`);
  await expect(rows).toHaveCount(50);
  await expect(total).toContainText('420,00');
  await button(reader, 'records:history.more', { count: 50 }).click();
  await expect(rows).toHaveCount(100);

  await addRecord(reader, recordForm(reader), { operation: 'Лампа', price: '0,35' });
  await expect(rows.first()).toContainText('Лампа');
  await expect(total).toContainText('420,35');
  // Of a longer history, only the rows near the screen are rendered (decision 36).
  const more = main.locator('[data-more] button');
  const idsOf = () => page.locator('[id^=entry-edit-]').evaluateAll((buttons) => buttons.map(({ id }) => id));
  for (let pages = 2; pages < 5; pages += 1) {
    await more.scrollIntoViewIfNeeded();
    const known = await idsOf();
    await more.click();
    const first = page.locator('[id^=entry-edit-]:focus');
    await expect(first, 'the first one of the new records has the focus').toBeInViewport();
    expect(known).not.toContain(await first.getAttribute('id'));
    expect(await rows.count()).toBeLessThan(ROWS_MAX);
  }
  await expect(more).toHaveCount(0);
  await total.scrollIntoViewIfNeeded();
  await expect(rows.last().locator('small')).toHaveText('P0');
  await rows.last().getByRole('button').last().click();
  // The notice stays while something in it has the focus.
  await button(reader, 'records:undo').focus();
  await expect(total).toContainText('419,35');
  await button(reader, 'records:undo').click();
  await expect(total).toContainText('420,35');
});

test('shows every row of a long history where it is scrolled to, and prints all of them', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const { id } = await giveVehicle(server, owner);
  // And the mileage of the details.
  await fillRecords(store, id, 299);
  await logInAs(page, owner);
  await page.goto(`/service/${id}`);
  const rows = page.locator('[id^=entry-edit-]');
  await expect(rows).toHaveCount(50);
  // A button that moves away between press and release gets no click.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const estimated = await height();
  await button(reader, 'records:history.more', { count: 50 }).scrollIntoViewIfNeeded();
  await expect(rows.last()).toBeInViewport();
  expect(Math.abs((await height()) - estimated), 'difference between the estimated height of the rows and the real one').toBeLessThan(20);
  for (const next of [50, 100, 100]) {
    await button(reader, 'records:history.more', { count: next }).click();
    // A press while the previous page loads does nothing.
    await expect(page.locator('[id^=entry-edit-]:focus'), 'the first one of the new records has the focus').toHaveCount(1);
  }
  await expect(page.getByRole('button', { name: say('records:history.more', { count: 100 }) })).toHaveCount(0);
  const ofEstimates = await height();
  const seen = new Set<string>();
  const codes = page.locator('tbody tr td > small', { hasText: /^P/ });
  /** Whether the middle of the screen shows a row. */
  const onScreen = () => page.evaluate(() => document.elementFromPoint(innerWidth / 3, innerHeight / 2)?.closest('tr, form') !== null);
  for (let top = 0; seen.size < 299; top += 400) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    expect(top, 'the end of the page').toBeLessThan(await page.evaluate(() => document.documentElement.scrollHeight));
    await expect.poll(onScreen, `rows at ${top} px`).toBe(true);
    for (const code of await codes.allTextContents()) seen.add(code);
  }
  expect(
    Math.abs((await height()) - ofEstimates),
    'difference between the estimated height of rows and years and the real one',
  ).toBeLessThan(20);
  expect(await codes.count()).toBeLessThan(ROWS_MAX);
  const { text } = await readPdf(new Uint8Array(await page.pdf()));
  const printed = [...text.matchAll(/\bP(\d+)\b/g)].map(([, code]) => Number(code));
  expect(printed.sort((a, b) => a - b)).toEqual(Array.from({ length: 299 }, (_, n) => n));
  await expect.poll(() => codes.count(), 'after printing').toBeLessThan(ROWS_MAX);
});
