import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Tariff } from '#contract/tariffs.ts';
import { audit } from '../support/axe.ts';
import { button, heading } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

const WIDTHS = [360, 1280];
/** The months of the records: the figures do not depend on the day of the test. */
const PERIOD = '?period=2024-01-01_2025-12-31';

/** A car with work of two years, two prices of one part and a formula as a name; on paid tariffs also a motorcycle. Logs the owner in. */
async function openBook(page: Page, { store, server }: Served, tariff: Tariff) {
  const owner = await anOwner(store, tariff);
  const car = await giveVehicle(server, owner);
  const works = [
    ['Заміна оливи', 'Фільтр', 'OF-5541', '300', '90 000', '2024-03-04'],
    ['=Заміна оливи', 'Фільтр', 'of-5541', '360,50', '95 000', '2025-02-10'],
    ['Шиномонтаж', '-', '-', '640', '97 000', '2025-10-18'],
  ] as const;
  for (const [operationName, partName, partCode, price, reading, performedOn] of works)
    await giveRecord(server, owner, car, { operationName, partName, partCode, price, reading, performedOn });
  if (tariff !== 'basic') {
    const bike = await giveVehicle(server, owner, 'motorcycle', { brand: 'Ямаха', model: 'MT-07' });
    await giveRecord(server, owner, bike, { operationName: 'Ланцюг', price: '100', reading: '5 000', performedOn: '2025-05-01' });
  }
  await logInAs(page, owner);
  return car;
}

async function downloaded(page: Page, pressed: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The lines of a CSV in UTF-8 with a byte order mark. */
async function csvOf({ page, say }: Reader, title: string): Promise<{ name: string; lines: string[] }> {
  const { name, bytes } = await downloaded(page, page.getByRole('button', { name: say('statistics:csv.label', { title }), exact: true }));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return { name, lines: bytes.subarray(3).toString('utf8').split('\r\n') };
}

const compared = ({ page, say }: Reader) => page.getByRole('table', { name: say('statistics:compared.title') });
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('business compares the vehicles, downloads a table and opens the costs of one', async ({ reader, store, server }) => {
      const { page, say } = reader;
      const car = await openBook(page, { store, server }, 'business');
      await page.goto('/service');
      await page.getByRole('link', { name: say('vehicles:costs'), exact: true }).click();
      await expect(page).toHaveURL('/service/statistics');
      await expect(page).toHaveTitle(say('statistics:head.title'));
      await page.goto(`/service/statistics${PERIOD}`);
      await expect(compared(reader).getByRole('row')).toHaveCount(3);
      await expect(compared(reader).getByRole('row').nth(1)).toContainText(/Škoda Octavia.*92,9.*7\s000\sкм.*1\s300,50/s);
      expect(await fits(page), 'the page scrolls sideways').toBeLessThanOrEqual(0);

      const vehicles = await csvOf(reader, say('statistics:compared.title'));
      expect(vehicles.name).toBe('Витрати на весь транспорт, За транспортом, 2024-01-01–2025-12-31.csv');
      expect(vehicles.lines[2]).toMatch(/^"Ямаха";"MT-07";"\d{4}";"\w{17}";"1";"100";"7,14";"";"км";""$/);
      const works = await csvOf(reader, say('statistics:operations.title'));
      expect(works.lines).toContain(`"'=Заміна оливи";"1";"360,5"`);

      await compared(reader).getByRole('link', { name: 'Škoda Octavia' }).click();
      await expect(page).toHaveURL(`/service/${car.id}/statistics${PERIOD}`);
      await expect(heading(reader, 'statistics:parts.title')).toBeVisible();
    });

    test('business sees the prices of a part; Escape and the back button close them', async ({ reader, store, server }) => {
      const { page, say } = reader;
      const car = await openBook(page, { store, server }, 'business');
      await page.goto(`/service/${car.id}/statistics${PERIOD}`);
      const link = page.getByRole('link', { name: /Фільтр of-5541$/ });
      const dialog = page.getByRole('dialog', { name: say('statistics:prices.title', { code: 'of-5541' }) });
      await link.focus();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('row')).toHaveCount(3);
      await expect(dialog.getByRole('row').nth(1)).toContainText(/10\.02\.2025.*95\s000\sкм.*=Заміна оливи.*360,50.*\+20\s?%/s);
      expect(await fits(page), 'the page scrolls sideways').toBeLessThanOrEqual(0);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth), 'the dialog scrolls sideways').toBe(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(link).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`/service/${car.id}/statistics${PERIOD}`);
    });

    test('family has the basic figures, basic an example and the way to the tariff', async ({ reader, store, server }) => {
      const { page, say } = reader;
      await openBook(page, { store, server }, 'family');
      await page.goto(`/service/statistics${PERIOD}`);
      await expect(page.getByText(/^1\s400,50\s₴$/).first()).toBeVisible();
      await expect(page.getByRole('img', { name: say('statistics:spans.month') })).toBeVisible();
      await expect(compared(reader)).toHaveCount(0);
      await expect(page.getByRole('button', { name: /CSV/ })).toHaveCount(0);

      await openBook(page, { store, server }, 'basic');
      await page.goto('/service/statistics');
      await expect(page.getByRole('region', { name: say('statistics:example.mark') })).toBeVisible();
      expect(await fits(page), 'the page scrolls sideways').toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: say('statistics:example.choose') }).click();
      await expect(page).toHaveURL('/user?view=tariff&plan=family');
    });
  });

test('business gets the report of several vehicles', async ({ reader, store, server }) => {
  const { page, say } = reader;
  await openBook(page, { store, server }, 'business');
  await page.goto('/service/statistics');
  await button(reader, 'statistics:report.button').click();
  await expect(page.getByRole('group', { name: say('statistics:reports.vehicles') }).getByRole('checkbox', { checked: true })).toHaveCount(
    2,
  );
  const { name, bytes } = await downloaded(page, button(reader, 'statistics:report.download'));
  expect(name).toMatch(/^Carnet \d{4}-\d{2}-\d{2}\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText(say('statistics:reports.done'))).toBeVisible();
});

test('a visitor is led to the login and back', async ({ reader, store }) => {
  const { page } = reader;
  await page.goto(`/service/statistics${PERIOD}`);
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/service/statistics${PERIOD}`)}`);
  const owner = await anOwner(store, 'family');
  await page.evaluate((token) => localStorage.setItem('carnet.token', token), owner.token);
  await page.reload();
  await expect(page).toHaveURL(`/service/statistics${PERIOD}`);
  await expect(heading(reader, 'statistics:empty.title')).toBeVisible();
});

test('the costs have no accessibility violation', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const car = await openBook(page, { store, server }, 'business');
  await page.goto(`/service/statistics${PERIOD}`);
  await expect(compared(reader)).toBeVisible();
  await page.getByText(say('statistics:spans.inFigures')).click();
  await audit(page, 'costs of all vehicles');
  await button(reader, 'statistics:report.button').click();
  await expect(page.getByRole('group', { name: say('statistics:reports.vehicles') }).getByRole('checkbox')).toHaveCount(2);
  await audit(page, 'choice of vehicles for the report');
  await page.goto(`/service/${car.id}/statistics${PERIOD}`);
  await expect(heading(reader, 'statistics:parts.title')).toBeVisible();
  await page.getByText(say('statistics:spans.inFigures')).click();
  await audit(page, 'costs of a vehicle');
  await page.getByRole('link', { name: /Фільтр of-5541$/ }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(3);
  await audit(page, 'prices of a part');

  await openBook(page, { store, server }, 'basic');
  await page.goto('/service/statistics');
  await expect(page.getByRole('region', { name: say('statistics:example.mark') })).toBeVisible();
  await audit(page, 'costs of all vehicles, example');
});
