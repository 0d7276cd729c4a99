import type { Page } from '@playwright/test';
import { button, historyRows } from '../support/book.ts';
import { expect, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** A car with work of three years; its owner is logged in. */
async function openHistory(page: Page, { store, server }: Served) {
  const owner = await anOwner(store, 'family');
  const car = await giveVehicle(server, owner);
  const works = [
    ['Гальмівні колодки', 'TRW', 'GDB1550', '2 050,27', '90 320', '2024-10-04'],
    ['Шиномонтаж', '', '', '640', '90 000', '2024-09-18'],
    ['Олива й фільтр', 'Motul 5W-30', 'MO-530', '1 820,50', '97 360', '2025-09-07'],
    ['Акумулятор', 'Varta', '574012068', '2 415,46', '97 680', '2026-01-23'],
  ] as const;
  for (const [operationName, partName, partCode, price, reading, performedOn] of works)
    await giveRecord(server, owner, car, {
      operationName,
      partName: partName || '-',
      partCode: partCode || '-',
      price,
      reading,
      performedOn,
    });
  await logInAs(page, owner);
  return { owner, car };
}

test('the history of a vehicle is searched, filtered and sorted, and the URL keeps it', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { car } = await openHistory(page, { store, server });
  await page.goto(`/service/${car.id}`);
  await expect(page).toHaveTitle(`${say('vehicles:page.title.history', { name: 'Škoda Octavia' })} · Carnet`);
  const rows = historyRows(page.getByRole('main')).filter({ has: page.locator('[id^=entry-edit-]') });
  // Four records and the mileage of the details.
  await expect(rows).toHaveCount(5);
  await expect(page.getByText(say('records:history.year', { year: '2024', count: 2 }))).toBeVisible();

  await page.getByRole('searchbox').fill('gdb');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`/service/${car.id}?q=gdb`);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('gdb');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox').fill('');
  await expect(rows).toHaveCount(5);
  await page.getByLabel(say('records:filter.sort')).selectOption('price');
  await expect(rows.first()).toContainText('Акумулятор');
  await page.getByLabel(say('records:filter.year')).selectOption('2024');
  await expect(rows).toHaveCount(2);
  await expect(page.locator('tfoot')).toContainText('2 690,27');

  await page.getByRole('link', { name: say('vehicles:page.view.details') }).click();
  await expect(page).toHaveURL(`/service/${car.id}/details`);
  await page.goBack();
  await expect(page).toHaveURL(`/service/${car.id}?sort=price&year=2024`);
  await expect(rows).toHaveCount(2);
});

test('a link to a record opens the history at it', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { car } = await openHistory(page, { store, server });
  await page.goto('/service?q=GDB1550');
  await page
    .getByRole('region', { name: say('records:found.title') })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(new RegExp(`/service/${car.id}\\?entry=work:\\d+$`));
  const marked = page.locator('tr[aria-current]');
  await expect(marked).toContainText('GDB1550');
  await expect(marked).toBeInViewport();
  await expect(page.getByText('Акумулятор')).toHaveCount(0);
  await button(reader, 'records:history.fromNewest').click();
  await expect(page.getByText('Акумулятор')).toBeVisible();
});

test('a deleted record comes back with its link and its place in the day', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { owner, car } = await openHistory(page, { store, server });
  for (const operationName of ['Свічки', 'Лампа', 'Щітки'])
    await giveRecord(server, owner, car, {
      ...{ operationName, partName: '-', partCode: '-' },
      price: '10',
      reading: '97 700',
      performedOn: '2026-02-01',
    });
  await page.goto(`/service/${car.id}`);
  const works = page.locator('tbody tr', { hasText: /Свічки|Лампа|Щітки/ });
  await expect(works).toHaveText([/Щітки/, /Лампа/, /Свічки/]);
  const id = await works.nth(1).getAttribute('id');
  await press(page.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'Лампа', day: '' })}`) }));
  await expect(works).toHaveText([/Щітки/, /Свічки/]);
  await press(page.getByRole('button', { name: say('records:undo'), exact: true }));
  await expect(works).toHaveText([/Щітки/, /Лампа/, /Свічки/]);
  expect(await works.nth(1).getAttribute('id')).toBe(id);
  await page.reload();
  await expect(works).toHaveText([/Щітки/, /Лампа/, /Свічки/]);
});

test('on a phone the focus is never below the cover or the bar', async ({ reader, store, server }) => {
  const { page } = reader;
  const { car } = await openHistory(page, { store, server });
  await page.setViewportSize({ width: 360, height: 480 });
  await page.goto(`/service/${car.id}`);
  await expect(page.getByText('Акумулятор')).toBeVisible();
  const isCovered = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.closest('main')) return false;
      const { left, top, width, height } = activeElement.getBoundingClientRect();
      const isBar = (element: Element | null): boolean =>
        element !== null &&
        !element.contains(activeElement) &&
        (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isBar(element.parentElement));
      return [top + 2, top + height - 2].some((y) => isBar(document.elementFromPoint(left + width / 2, y)));
    });
  await page.locator('[id^=entry-edit-]').last().focus();
  for (const key of ['Shift+Tab', 'Tab'])
    for (let presses = 0; presses < 24; presses++) {
      await page.keyboard.press(key);
      expect(await isCovered(), `${key} ${presses}`).toBe(false);
    }
});

test('a vehicle that is not the user’s says so, and an unknown address is not found', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const { car } = await openHistory(page, { store, server });
  await logInAs(page, await anOwner(store));
  await page.goto(`/service/${car.id}`);
  await expect(page.getByRole('heading', { name: say('vehicles:page.missing') })).toBeVisible();
  await page.getByRole('link', { name: say('vehicles:page.toBook') }).click();
  await expect(page).toHaveURL('/service');
  expect((await page.goto('/service/extra'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: say('notFound:title') })).toBeVisible();
  // Only the browser sets this title, so the page is hydrated, and its errors are in the console.
  await expect(page).toHaveTitle(`${say('notFound:title')} · Carnet`);
});
