import type { Locator } from '@playwright/test';
import { PAGE_SIZE } from '#contract/limits.ts';
import { formatOrderCode } from '#contract/order-code.ts';
import { aPanelAdmin, ask, chooseTab, logInAdmin, placeOrder, rowOf, statusOf, stepOf, toast } from '../support/admin-page.ts';
import { advertBody } from '../support/adverts.ts';
import { expect, type Reader, test } from '../support/e2e.ts';

/** Less common uses of the lists in the admin panel. */

test('keeps filter, search and page in the URL', async ({ reader, store }) => {
  const { page, say } = reader;
  const { code } = await placeOrder(store);
  for (let count = 0; count < PAGE_SIZE; count += 1) await placeOrder(store);
  await logInAdmin(page, await aPanelAdmin(store));
  await page.goto('/admin?tab=nonsense');
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(PAGE_SIZE);
  await page.getByRole('link', { name: say('admin:list.next') }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.first()).toContainText(String(PAGE_SIZE + 1));
  await page.getByRole('button', { name: say('adminLists:orders.filters.processing') }).click();
  await expect(page).toHaveURL(/status=processing(?!.*page)/);
  await expect(rows).toHaveCount(PAGE_SIZE);
  await page.getByRole('searchbox').fill(code);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue(code);
  await expect(page.getByRole('button', { name: say('adminLists:orders.filters.processing') })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: say('adminLists:orders.filters.completed') }).click();
  await page.getByRole('button', { name: say('adminLists:orders.showAll') }).click();
  await expect(rows).toHaveCount(PAGE_SIZE);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(rows).toHaveCount(0);
});

test('shows that a tab is loading, and retries a tab that failed', async ({ reader, store }) => {
  const { page, say } = reader;
  await logInAdmin(page, await aPanelAdmin(store));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: say('adminLists:orders.title') })).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/users.admin*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.route('**/api/admin/users*', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'api.403', message: '' } }),
  );
  await chooseTab(reader, 'listUsers');
  await expect(page.getByText(say('admin:loading'), { exact: true })).toBeVisible();
  gate.resolve();
  await expect(page.getByRole('alert')).toContainText(say('errors:api.403'));
  await page.unroute('**/api/admin/users*');
  await page.getByRole('button', { name: say('shell:again') }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: say('adminLists:users.title') })).toBeVisible();
});

test('merges the changes of two administrators who edit the adverts at once', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const [admin, other] = [await aPanelAdmin(store), await aPanelAdmin(store)];
  const list = '/api/advertising/updateAdvertising';
  await ask(server, 'PUT', list, other.token, [advertBody('Шини'), advertBody('Олива')]);
  await logInAdmin(page, admin);
  await page.goto('/admin?tab=changeAdvertising');
  await page.getByRole('button', { name: say('adminSettings:adverts.editOf', { title: 'Шини зі знижкою' }) }).click();
  await page
    .getByRole('group', { name: say('adminSettings:languages.ua') })
    .getByLabel(say('adminSettings:adverts.titleField'))
    .first()
    .fill('Літні шини');
  await page.getByRole('button', { name: say('adminSettings:adverts.down', { title: 'Літні шини' }) }).click();
  await expect(page.getByRole('button', { name: say('adminSettings:adverts.up', { title: 'Літні шини' }) })).toBeFocused();

  const { body: seen } = await ask(server, 'GET', '/api/advertising/getAdvertising-all', other.token);
  await ask(server, 'PUT', list, other.token, [...seen, advertBody('Мийка')]);
  await page.getByRole('button', { name: say('adminSettings:adverts.save') }).click();
  await expect(page.getByRole('alert')).toContainText(say('errors:advertisingApi.update.409'));
  await page.getByRole('button', { name: say('adminSettings:adverts.merge') }).click();
  await page.getByRole('button', { name: say('adminSettings:adverts.save') }).click();
  await expect(toast(reader, 'advertisingApi.update.success')).toBeVisible();
  const { body: shown } = await ask(server, 'GET', '/api/advertising/getAdvertising/ua');
  expect(shown.map(({ title_ua }: { title_ua: string }) => title_ua)).toEqual(['Олива зі знижкою', 'Літні шини', 'Мийка зі знижкою']);

  await page.getByRole('button', { name: say('adminSettings:adverts.removeOf', { title: 'Літні шини' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('adminSettings:adverts.remove.confirm') })
    .click();
  await page.getByRole('button', { name: say('adminSettings:adverts.save') }).click();
  await expect(page.getByText(say('adminSettings:adverts.unsaved'))).toBeHidden();
  expect((await ask(server, 'GET', '/api/advertising/getAdvertising/en')).body).toHaveLength(2);
});

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('confirms, completes and deletes an order', async ({ reader, store }) => {
    const { page, say } = reader;
    await logInAdmin(page, await aPanelAdmin(store));
    const order = await placeOrder(store);
    await page.goto('/admin');
    await expect(stepOf(reader, order, 'confirmed')).toBeVisible();
    const search = page.getByRole('searchbox', { name: say('adminLists:orders.search') });
    await tabTo(reader, search);
    await page.keyboard.type(order.code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await tabTo(reader, stepOf(reader, order, 'confirmed'));
    await page.keyboard.press('Enter');
    const next = stepOf(reader, order, 'completed');
    await expect(next, 'the focus stays in the row').toBeFocused();
    // The button is disabled for a second, so that a press meant for the previous step does nothing.
    await expect(next).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(statusOf(reader, order, 'completed')).toBeVisible();
    const remove = page.getByRole('button', { name: say('adminLists:orders.removeOf', { code: formatOrderCode(order.code) }) });
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: say('adminLists:orders.remove.keep') })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The search by its whole code still finds it.
    await expect(rowOf(reader, order)).toContainText(say('adminLists:orders.closedAs.deleted'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

/** Presses Tab until the target has the focus. */
async function tabTo({ page }: Reader, target: Locator): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
