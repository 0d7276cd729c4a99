import { expect, test } from '../support/e2e.ts';
import { fillRecords } from '../support/fill.ts';
import { anOwner, giveRecord, giveVehicle, signIn } from '../support/owners.ts';
import { readPdf } from '../support/pdf.ts';

const RECORDS = 50;

test('prints the history of a vehicle in black on white, without controls, its head on every page', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const { id } = await giveVehicle(server, owner);
  await fillRecords(store, id, RECORDS, 12_345);
  await signIn(page, owner);
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
  expect(text.match(/6 172,50/g)).not.toBeNull();
  for (const control of ['records:form.add', 'records:filter.sort', 'vehicles:page.view.costs', 'shell:nav.contact'])
    expect(text).not.toContain(say(control));
});

test('the built worker draws a report with its fonts', async ({ store, server }) => {
  const owner = await anOwner(store, 'family');
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle);
  const response = await fetch(`${server.url}/api/vehicles/${vehicle.id}/report`, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(response.status).toBe(200);
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  for (const expected of ['Škoda Octavia', 'Заміна оливи', '86,50 ₴', '2 / 2']) expect(text).toContain(expected);
});
