import type { Page } from '@playwright/test';
import { anEmail, PASSWORD } from '../support/accounts.ts';
import { heading } from '../support/book.ts';
import { aPicture } from '../support/builders.ts';
import { expect, test } from '../support/e2e.ts';
import { activatePayments } from '../support/orders.ts';
import { anOwner, codeInOutbox, logInAs } from '../support/owners.ts';

/** User journeys by keyboard alone: Tab reaches everything in page order, and nothing traps the focus. */

const MAX_TABS = 60;

/** Presses Tab until the element with that name has the focus; throws if it is never reached. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const focused = page.locator(':focus');
  const isThere = async () => {
    if ((await focused.count()) === 0) return false;
    const label = await focused.evaluate((node) => {
      const labels = node instanceof HTMLInputElement || node instanceof HTMLSelectElement ? [...(node.labels ?? [])] : [];
      return node.getAttribute('aria-label') || labels.map(({ textContent }) => textContent).join(' ') || node.textContent || '';
    });
    return typeof name === 'string' ? label.trim() === name : name.test(label);
  };
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}

async function type(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

test('registers by keyboard alone', async ({ reader, server }) => {
  const { page, say } = reader;
  const email = anEmail();
  await page.goto('/');
  await tabTo(page, say('shell:nav.login'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await tabTo(page, say('auth:tabs.login'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: say('auth:tabs.registration') })).toBeFocused();
  await type(page, say('auth:email'), email);
  await page.keyboard.press('Enter');
  await expect(heading(reader, 'auth:code.title')).toBeVisible();
  await type(page, say('auth:code.label'), await codeInOutbox(server, email));
  await page.keyboard.press('Enter');
  await expect(heading(reader, 'auth:about.title')).toBeVisible();
  await type(page, say('auth:about.firstName'), 'Соломія');
  await type(page, say('auth:about.lastName'), 'Гнатюк');
  await type(page, say('auth:password'), PASSWORD);
  await page.locator(':focus').press('Tab');
  for (let presses = 0; !(await page.getByRole('checkbox').evaluate((node) => node === document.activeElement)); presses += 1) {
    expect(presses).toBeLessThan(MAX_TABS);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(heading(reader, 'auth:welcome.title')).toBeVisible();
});

test('adds a vehicle by keyboard alone', async ({ reader, store }) => {
  const { page, say } = reader;
  await logInAs(page, await anOwner(store));
  await page.goto('/service');
  await expect(page.getByRole('link', { name: say('vehicles:add') }).first()).toBeVisible();
  await tabTo(page, say('vehicles:add'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(`${say('vehicleForm:new')} · Carnet`);
  const bicycle = page.getByRole('radio', { name: say('vehicles:types.bicycle') });
  for (let presses = 0; !(await page.locator(':focus').evaluate((node) => (node as HTMLInputElement).type === 'radio')); presses += 1) {
    expect(presses).toBeLessThan(MAX_TABS);
    await page.keyboard.press('Tab');
  }
  for (let presses = 0; !(await bicycle.isChecked()); presses += 1) {
    expect(presses).toBeLessThan(MAX_TABS);
    await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowRight');
  }
  const motorcycle = page.getByRole('radio', { name: say('vehicles:types.motorcycle') });
  await expect(motorcycle, 'arrow keys do not collapse the types').toBeVisible();
  await type(page, say('vehicleForm:brand'), 'Ardis');
  await expect(motorcycle, 'moving to the fields collapses the types').toBeHidden();
  await type(page, say('vehicleForm:model'), 'Titan');
  await type(page, say('vehicleForm:year'), '2020');
  await type(page, say('vehicleForm:color'), 'червоний');
  await type(page, say('vehicleForm:serialNumber'), 'AR-1');
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, new RegExp(say('forms:photo.choose')));
  await page.keyboard.press('Enter');
  await (await chosen).setFiles({ name: 'bicycle.jpg', mimeType: 'image/jpeg', buffer: await aPicture() });
  await expect(page.getByAltText(say('forms:photo.preview'))).toBeVisible();
  // A prefix, because the name of the button also contains its text while sending.
  await tabTo(page, new RegExp(`^${say('vehicleForm:add')}`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/service');
  await expect(page.getByRole('heading', { name: /Ardis Titan/ })).toBeVisible();
});

test('orders a tariff and cancels the order by keyboard alone', async ({ reader, store }) => {
  const { page, say } = reader;
  await activatePayments({ store });
  const owner = await anOwner(store);
  await logInAs(page, owner);
  await page.goto('/user');
  await expect(page.getByRole('link', { name: say('user:menu.tariff') })).toBeVisible();
  await tabTo(page, say('user:menu.tariff'));
  await page.keyboard.press('Enter');
  await expect(heading(reader, 'orders:form.title')).toBeFocused();
  const business = page.getByRole('radio', { name: new RegExp(`^${say('tariffs:names.business')}`) });
  await expect(business).toBeVisible();
  await tabTo(page, new RegExp(`^${say('tariffs:names.family')}`));
  await page.keyboard.press('ArrowDown');
  await expect(business).toBeChecked();
  await tabTo(page, say('orders:form.term'));
  await page.keyboard.type('2');
  await expect(page.getByLabel(say('orders:form.term'), { exact: true })).toHaveValue('2');
  await tabTo(page, new RegExp(`^${say('orders:form.send')}`));
  await page.keyboard.press('Enter');
  await expect(heading(reader, 'orders:order.title')).toBeFocused();
  await tabTo(page, say('orders:cancel.button'));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await tabTo(page, new RegExp(`^${say('orders:cancel.button')}`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: say('user:menu.tariff') })).toBeVisible();
  expect(await store.db.selectFrom('orders').select('id').where('user_id', '=', owner.id).execute()).toEqual([]);
});
