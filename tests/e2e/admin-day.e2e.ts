import { readFile } from 'node:fs/promises';
import { formatOrderCode } from '#contract/order-code.ts';
import { addMonths } from '#contract/periods.ts';
import type { Store } from '#server/db/store.ts';
import {
  aPanelAdmin,
  ask,
  logInAdmin,
  openTab,
  type PlacedOrder,
  placeOrder,
  rowOf,
  statusOf,
  stepOf,
  toast,
} from '../support/admin-page.ts';
import { feedbackBody } from '../support/builders.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { comeBack } from '../support/order-pages.ts';

/** A day of an administrator, from a new order to the bookkeeping. */

const MONTHS = 5;
const REPLY = 'Так, можна: оберіть «Інше».';

/** Confirms a payment by mistake, takes that back, confirms it again, and starts the tariff. */
async function processOrder(reader: Reader, order: PlacedOrder): Promise<void> {
  const { page, say, press } = reader;
  const code = formatOrderCode(order.code);
  await press(stepOf(reader, order, 'confirmed'));
  await expect(statusOf(reader, order, 'confirmed')).toBeVisible();
  await press(rowOf(reader, order).getByRole('button', { name: say('adminLists:orders.undo.of', { code }) }));
  await press(page.getByRole('dialog').getByRole('button', { name: say('adminLists:orders.undo.confirm') }));
  await expect(statusOf(reader, order, 'processing')).toBeVisible();
  await press(stepOf(reader, order, 'confirmed'));
  await expect(statusOf(reader, order, 'confirmed')).toBeVisible();
  await press(stepOf(reader, order, 'completed'));
  await expect(statusOf(reader, order, 'completed')).toBeVisible();
}

const endOf = async (store: Store, { user }: PlacedOrder): Promise<string> => {
  const { tariff_end_date } = await store.db
    .selectFrom('users')
    .select('tariff_end_date')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return tariff_end_date ?? '';
};

/** Continues the running tariff after its end, on the list of users. */
async function extendTariff(reader: Reader, { user }: PlacedOrder): Promise<void> {
  const { page, say, press } = reader;
  await openTab(reader, 'listUsers');
  await page.getByRole('searchbox', { name: say('adminLists:users.search'), exact: true }).fill(user.email.slice(2, 20));
  await press(page.getByRole('button', { name: say('adminLists:users.changeOf', { email: user.email }) }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('adminLists:users.tariff.months')).selectOption('3');
  await press(dialog.getByRole('button', { name: say('adminLists:users.tariff.save') }));
  await expect(toast(reader, 'tariffApi.manual.success')).toBeVisible();
}

async function lockAndUnlock(reader: Reader, { user }: PlacedOrder): Promise<void> {
  const { page, say, press } = reader;
  const text = (key: string) => say(`adminLists:users.page.${key}`);
  const button = (key: string) => page.getByRole('button', { name: text(key), exact: true });
  await press(page.getByRole('link', { name: user.email }));
  for (const action of ['lock', 'unlock']) {
    await press(button(`${action}.button`));
    await press(page.getByRole('dialog').getByRole('button', { name: text(`${action}.confirm`), exact: true }));
    await expect(toast(reader, `adminApi.users.${action}.success`)).toBeVisible();
  }
}

async function answerMessage(reader: Reader, userName: string): Promise<void> {
  const { page, say, press } = reader;
  await openTab(reader, 'messages');
  await press(page.getByRole('link', { name: userName }).first());
  await page.getByLabel(say('adminLists:messages.reply'), { exact: true }).fill(REPLY);
  await press(page.getByRole('button', { name: say('adminLists:messages.send'), exact: true }));
  await expect(page.getByRole('heading', { name: say('adminLists:messages.replies') })).toBeVisible();
}

/** Downloads the orders of all dates and returns the amounts in the file, in cents, and the sum that the dialog showed. */
async function exportOrders(reader: Reader): Promise<{ amounts: number[]; dialog: string }> {
  const { page, say, press } = reader;
  await openTab(reader, 'orders');
  await press(page.getByRole('button', { name: say('adminLists:orders.export.button') }));
  const start = page.getByRole('dialog').getByRole('button', { name: say('adminLists:orders.export.start') });
  await expect(start).toBeEnabled();
  const dialog = await page.getByRole('dialog').innerText();
  const download = page.waitForEvent('download');
  await press(start);
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  return { amounts: lines.map((line) => Math.round(Number(line.split('";"')[8]?.replace(',', '.')) * 100)), dialog };
}

test('a day of an administrator', async ({ reader, store, server }) => {
  test.setTimeout(120_000);
  const { page } = reader;
  const admin = await aPanelAdmin(store);
  await logInAdmin(page, admin);
  await page.goto('/admin');
  const order = await placeOrder(store, { months: MONTHS });
  await comeBack(reader);
  await expect(rowOf(reader, order)).toBeVisible();

  await processOrder(reader, order);
  const paidUntil = await endOf(store, order);
  await extendTariff(reader, order);
  expect(await endOf(store, order)).toBe(new Date(addMonths(Date.parse(paidUntil), 3)).toISOString());
  await lockAndUnlock(reader, order);

  // Names consist of letters.
  const lastName = `Ш${Array.from(order.code, (letter) => String.fromCodePoint(0x430 + (letter.charCodeAt(0) % 25))).join('')}`;
  expect((await ask(server, 'POST', '/api/feedback/send', undefined, feedbackBody({ lastName }))).status).toBe(200);
  await answerMessage(reader, lastName);

  const { amounts, dialog } = await exportOrders(reader);
  const { count, amount_due } = (await ask(server, 'GET', '/api/admin/orders/sums', admin.token)).body;
  expect(amounts).toHaveLength(count);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(amount_due * 100));
  expect(dialog.replace(/\s/g, '')).toContain(amount_due.toLocaleString('uk-UA', { minimumFractionDigits: 2 }).replace(/\s/g, ''));
});
