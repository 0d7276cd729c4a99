import type { Page } from '@playwright/test';
import { aPanelAdmin, logInAdmin, placeOrder } from '../support/admin-page.ts';
import { expect, test } from '../support/e2e.ts';

const TABS = [
  'orders',
  'listUsers',
  'changeCost',
  'changeAdvertising',
  'changePaymentInformation',
  'visitorStatistics',
  'visitorStatistics&view=revenue',
  'auditTrail',
];
/** A row of text that moves by a pixel counts more. */
const UNSEEN = 0.0005;

/** Adds up the layout shifts of each page from its start. */
const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & { value: number; sources?: { node?: Node }[] };
        const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 80));
        const { dataset } = document.documentElement;
        dataset.shift = String(Number(dataset.shift ?? 0) + value);
        dataset.shifted = `${dataset.shifted ?? ''} ${nodes.join(' ')}`;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const { shift = '0', shifted = '' } = document.documentElement.dataset;
    return { shift: Number(shift), shifted };
  });

test('nothing moves while the admin panel loads', async ({ page, store }) => {
  const admin = await aPanelAdmin(store);
  for (let n = 0; n < 25; n += 1) await placeOrder(store);
  await observeShifts(page);
  const moved: string[] = [];
  const look = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    const { shift, shifted } = await shiftOf(page);
    if (shift > UNSEEN) moved.push(`${path} at ${width}: ${shift.toFixed(4)} ${shifted}`);
  };
  for (const width of [360, 1280]) await look('/admin', width);
  await logInAdmin(page, admin);
  for (const width of [360, 1280]) for (const tab of TABS) await look(`/admin?tab=${tab}`, width);
  expect(moved).toEqual([]);
});
