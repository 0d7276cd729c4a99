import type { Locator } from '@playwright/test';
import { aPanelAdmin, logInAdmin, placeOrder } from '../support/admin-page.ts';
import { setPaymentActive } from '../support/adverts-page.ts';
import { field } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { openAccount, plan } from '../support/order-pages.ts';
import { anOwner, logInAs } from '../support/owners.ts';

/** Forced colors, such as the contrast themes of Windows, replace the backgrounds that mark a state otherwise. */
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

/** Whether a border of at least 2 px in the system colour Highlight marks the element. */
const isMarked = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = 'Highlight';
    const highlight = getComputedStyle(sample).color;
    sample.remove();
    const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(node);
    return borderTopStyle === 'solid' && borderTopColor === highlight && Number.parseFloat(borderTopWidth) >= 2;
  });

async function expectMark(chosen: Locator, other: Locator): Promise<void> {
  await expect.poll(() => isMarked(chosen), 'the chosen one is marked').toBe(true);
  expect(await isMarked(other), 'the other one is not marked').toBe(false);
}

test('forced colors show the current page and the selected tab of the login', async ({ reader }) => {
  const { page, say } = reader;
  await page.goto('/about');
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name: say(`shell:nav.${name}`) });
  await expectMark(link('about'), link('contact'));
  await page.goto('/login');
  const tab = (name: string) => page.getByRole('tab', { name: say(`auth:tabs.${name}`) });
  await expectMark(tab('login'), tab('registration'));
});

test('forced colors show the chosen type of a vehicle and the arrows of selects', async ({ reader, store }) => {
  const { page } = reader;
  await logInAs(page, await anOwner(store));
  await page.goto('/service?add');
  const radio = (type: string) => page.locator(`input[value="${type}"]`);
  const tile = (type: string) => page.locator('label').filter({ has: radio(type) });
  await radio('car').check();
  await expectMark(tile('car'), tile('bus'));
  const colorOf = (target: Locator) => target.evaluate((node) => getComputedStyle(node).color);
  expect(await colorOf(tile('bus').locator('svg')), 'the icon has the color of the text').toBe(await colorOf(tile('bus')));
  for (const key of ['vehicleForm:fuelType', 'vehicleForm:mileageUnit', 'shell:language.label'])
    await expect(field(reader, key)).toHaveCSS('appearance', 'auto');
});

test('forced colors show the chosen tariff and the current view of the account', async ({ reader, store }) => {
  const { page, say } = reader;
  await setPaymentActive(store, true);
  await openAccount(reader, await anOwner(store), 'tariff');
  const option = (tariff: 'family' | 'business') => page.locator('label').filter({ has: plan(reader, tariff) });
  await plan(reader, 'business').check();
  await expectMark(option('business'), option('family'));
  const items = page.getByRole('navigation', { name: say('user:menu.label') }).getByRole('link');
  await expectMark(items.and(page.locator('[aria-current]')), items.and(page.locator(':not([aria-current])')).first());
});

test('forced colors show the pressed filter of the orders', async ({ page, store }) => {
  await placeOrder(store);
  await logInAdmin(page, await aPanelAdmin(store));
  await page.goto('/admin');
  await expectMark(page.locator('[aria-pressed="true"]'), page.locator('[aria-pressed="false"]').first());
});
