import { expect, test } from '../support/e2e.ts';
import { fillRecords } from '../support/fill.ts';
import { anOwner, givePlanLine, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';
import { readPdf } from '../support/pdf.ts';

/** With the mileage of the details they are a page. */
const RECORDS = 49;

test('prints the history of a vehicle in black on white, without controls, its head on every page', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const { id } = await giveVehicle(server, owner);
  await fillRecords(store, id, RECORDS, 12_345);
  await logInAs(page, owner);
  await page.goto(`/service/${id}`);
  const table = page.getByRole('table');
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const colors = await table.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(document.body).backgroundColor]);
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: null });
  const { pages, text } = await readPdf(new Uint8Array(await page.pdf()));
  expect(pages.length).toBeGreaterThan(1);
  const codes = [...text.matchAll(/\bP(\d+)\b/g)].map(([, code]) => Number(code));
  expect(codes.sort((a, b) => a - b)).toEqual(Array.from({ length: RECORDS }, (_, n) => n));
  const heads = pages.filter((one) => /\bP\d/.test(one)).map((one) => one.includes(say('records:history.operation')));
  expect(heads).toEqual(heads.map(() => true));
  expect(text.match(/6 049,05/g)).not.toBeNull();
  expect(text, 'the year in the head').toMatch(/\d{4}\s*·\s*VIN/);
  expect(await page.pdf({ landscape: true }).then(async (file) => (await readPdf(new Uint8Array(file))).pages[0])).not.toContain(
    say('vehicles:card.year', { year: new Date().getUTCFullYear() }),
  );
  for (const control of ['records:form.add', 'records:filter.sort', 'vehicles:page.view.statistics', 'shell:nav.contact'])
    expect(text).not.toContain(say(control));
});

test('"Print" prints the plan and all records of a long history, of which the page alone prints a part and says so', async ({
  reader,
  store,
  server,
}) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const vehicle = await giveVehicle(server, owner);
  const { id } = vehicle;
  await givePlanLine(server, owner, vehicle, { title: 'Зимові шини' });
  const all = 620;
  await fillRecords(store, id, all, 12_345);
  await logInAs(page, owner);
  // The print preview of the browser cannot be controlled; `page.pdf` then prints the same page.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto(`/service/${id}`);
  await expect(page.getByRole('table')).toBeVisible();
  const codesIn = (text: string) => [...text.matchAll(/\bP(\d+)\b/g)].map(([, code]) => Number(code)).sort((a, b) => a - b);
  const print = async () => (await readPdf(new Uint8Array(await page.pdf()))).text;

  const part = await print();
  expect(part).toContain(say('records:history.shown', { shown: 50, all: all + 1 }).replaceAll('\u00a0', ' '));
  // And the mileage of the details.
  expect(codesIn(part)).toHaveLength(49);

  await page.getByRole('button', { name: say('records:history.print'), exact: true }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached({ timeout: 60_000 });
  const whole = await print();
  expect(whole).toMatch(
    new RegExp(`${say('plan:paper.title')}.*Зимові шини.*${say('plan:state.fine')}.*${say('records:history.operation')}`),
  );
  expect(codesIn(whole)).toEqual(Array.from({ length: all }, (_, n) => n));
  expect(whole).not.toContain(say('records:history.shown', { shown: 50, all: all + 1 }).slice(0, 15));
  // In the history, not in the head, which stays when it is printed without prices.
  expect(whole.match(/76 539,00/g)).toHaveLength(1);
});

test('printed from a phone, the loaded records are a table without empty pages', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const { id } = await giveVehicle(server, owner);
  await fillRecords(store, id, 239);
  await page.setViewportSize({ width: 360, height: 740 });
  await logInAs(page, owner);
  await page.goto(`/service/${id}`);
  const more = (count: number) => page.getByRole('button', { name: say('records:history.more', { count }) });
  for (const count of [50, 100]) await more(count).click();
  await expect(more(40)).toBeVisible();
  const { pages, text } = await readPdf(new Uint8Array(await page.pdf()));
  expect(text).toContain(say('records:history.operation'));
  expect(text.match(/\bP\d+\b/g)).toHaveLength(199);
  expect(pages.filter((one) => one.trim() === '')).toEqual([]);
});

test('the built worker draws a report with its fonts', async ({ store, server }) => {
  const owner = await anOwner(store, 'family');
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle);
  const response = await fetch(`${server.url}/api/vehicles/${vehicle.id}/report`, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(response.status).toBe(200);
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  for (const expected of ['Škoda Octavia', 'Заміна оливи', '86,50 ₴', '3 / 3']) expect(text).toContain(expected);
});
