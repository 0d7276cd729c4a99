import { readFile } from 'node:fs/promises';
import { formatOrderCode } from '#contract/order-code.ts';
import { aPanelAdmin, ask, logInAdmin, placeOrder, rowOf, statusOf, stepOf } from '../support/admin-page.ts';
import { expect, test } from '../support/e2e.ts';
import { comeBack } from '../support/order-pages.ts';

/** An administrator’s work with orders, against the real server. */

test('a new order appears, is confirmed, undone, noted and exported', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const text = (key: string, values = {}) => say(`adminLists:orders.${key}`, values);
  const [admin, other] = [await aPanelAdmin(store), await aPanelAdmin(store)];
  // Before the order: midnight may pass meanwhile.
  const today = new Date().toLocaleDateString('en-CA');
  await placeOrder(store, { status: 'completed' });
  await logInAdmin(page, admin);
  await page.goto('/admin');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const order = await placeOrder(store, { months: 5 });
  await comeBack(reader);
  await expect(page.getByRole('row').nth(1)).toContainText(formatOrderCode(order.code));
  await expect(page.getByRole('button', { name: new RegExp(`^${text('filters.processing')} \\d`) })).toBeVisible();

  // The button of the next step appears in the same place.
  const step = stepOf(reader, order, 'confirmed');
  await step.dblclick();
  await expect(statusOf(reader, order, 'confirmed')).toBeVisible();
  expect((await ask(server, 'GET', `/api/admin/orders?q=${order.code}`, admin.token)).body.data[0].status).toBe('confirmed');

  const undo = rowOf(reader, order).getByRole('button', { name: text('undo.of', { code: formatOrderCode(order.code) }) });
  await press(undo);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(text('undo.text', { who: order.user.email }));
  await press(dialog.getByRole('button', { name: text('undo.confirm') }));
  await expect(statusOf(reader, order, 'processing')).toBeVisible();
  await expect(step).toBeFocused();
  await press(step);
  await expect(statusOf(reader, order, 'confirmed')).toBeVisible();

  // Another administrator starts the tariff while the question is open.
  await press(undo);
  expect((await ask(server, 'PATCH', `/api/admin/orders/${order.code}`, other.token, { status: 'completed' })).status).toBe(200);
  await press(dialog.getByRole('button', { name: text('undo.confirm') }));
  await expect(page.getByRole('alert')).toContainText(say('errors:tariffApi.undo.started'));
  await expect(statusOf(reader, order, 'completed')).toBeVisible();

  await press(rowOf(reader, order).getByRole('button', { name: text('note.edit', { code: formatOrderCode(order.code) }) }));
  const field = dialog.getByLabel(text('note.label'));
  await field.fill('Моя нотатка');
  const noted = await ask(server, 'PUT', `/api/admin/orders/${order.code}/note`, other.token, {
    note: 'Нотатка колеги',
    seen: { note: '' },
  });
  expect(noted.status).toBe(200);
  const save = dialog.getByRole('button', { name: text('note.save') });
  await press(save);
  await expect(dialog).toContainText('Нотатка колеги');
  await expect(field).toHaveValue('Моя нотатка');
  await press(save);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Моя нотатка')).toBeVisible();

  await page.getByLabel(text('from'), { exact: true }).fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await press(page.getByRole('button', { name: new RegExp(`^${text('filters.completed')}`) }));
  await expect(rowOf(reader, order)).toBeVisible();
  await press(page.getByRole('button', { name: text('export.button') }));
  const start = dialog.getByRole('button', { name: text('export.start') });
  await expect(start).toBeEnabled();
  const sums = (
    await ask(server, 'GET', `/api/admin/orders/sums?status=completed&from=${new Date(`${today}T00:00`).toISOString()}`, admin.token)
  ).body;
  await expect(dialog.getByText(String(sums.count), { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await press(start);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.length - 1).toBe(sums.count);
  const amounts = lines.slice(1).map((line) => Number(line.split('";"')[8]?.replace(',', '.')));
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(sums.amount_due);
  expect(lines.filter((line) => line.includes(formatOrderCode(order.code)))).toHaveLength(1);
});
