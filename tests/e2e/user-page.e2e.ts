import { formatOrderCode } from '#contract/order-code.ts';
import { aPanelAdmin, ask, logInAdmin, placeOrder, rowOf, toast } from '../support/admin-page.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { ADMIN_PASSWORD, type TestAdmin } from '../support/orders.ts';
import type { RunningServer } from '../support/server.ts';

/** The page of a user in the admin panel, on a desktop and on a phone. */

const SCREENS = [
  { name: 'on a desktop', use: { viewport: { width: 1280, height: 800 } } },
  { name: 'on a phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
];

/** Sends a dialog after the session has ended, logs in in the dialog above it, and sends again. */
async function sendInNewSession({ page, say, press }: Reader, server: RunningServer, admin: TestAdmin, send: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: send, exact: true });
  await ask(server, 'POST', '/api/admin/logout', admin.token);
  await press(button);
  const again = page.getByRole('dialog', { name: say('admin:ended.title') });
  await again.getByLabel(say('admin:login.email')).fill(admin.email);
  await again.getByLabel(say('admin:login.password'), { exact: true }).fill(ADMIN_PASSWORD);
  await press(again.getByRole('button', { name: say('admin:login.send'), exact: true }));
  await expect(again).toBeHidden();
  await press(button);
  await expect(button).toBeHidden();
}

test('dialogs keep what was typed when the session ends', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const text = (key: string, values = {}) => say(`adminLists:${key}`, values);
  const order = await placeOrder(store);
  const [first, second] = [await aPanelAdmin(store), await aPanelAdmin(store)];

  await logInAdmin(page, first);
  await page.goto(`/admin?q=${order.code}`);
  await press(rowOf(reader, order).getByRole('button', { name: text('orders.note.edit', { code: formatOrderCode(order.code) }) }));
  await page.getByLabel(text('orders.note.label')).fill('Чекає на рахунок');
  await sendInNewSession(reader, server, first, text('orders.note.save'));
  await expect(page.getByText('Чекає на рахунок')).toBeVisible();

  await logInAdmin(page, second);
  await page.goto(`/admin?tab=listUsers&user=${order.user.id}`);
  await press(page.getByRole('button', { name: text('users.page.lock.button'), exact: true }));
  await page.getByLabel(text('users.page.lock.reason')).fill('Розсилав спам');
  await sendInNewSession(reader, server, second, text('users.page.lock.confirm'));
  await expect(page.getByText('Розсилав спам')).toBeVisible();
});

for (const { name, use } of SCREENS)
  test.describe(name, () => {
    test.use(use);

    test('from an order to its user: lock, unlock, notes, back to the order, and deletion', async ({ reader, store, server }) => {
      const { page, say, press } = reader;
      const text = (key: string, values = {}) => say(`adminLists:users.page.${key}`, values);
      const button = (key: string) => page.getByRole('button', { name: text(key), exact: true });
      const confirm = (key: string) => press(page.getByRole('dialog').getByRole('button', { name: text(key), exact: true }));
      const order = await placeOrder(store, { status: 'confirmed' });
      const { email, token } = order.user;
      await logInAdmin(page, await aPanelAdmin(store));

      await page.goto(`/admin?q=${encodeURIComponent(email.slice(3, 20))}`);
      await press(rowOf(reader, order).getByRole('link', { name: email }));
      await expect(page.getByRole('heading', { level: 1, name: 'Олена Коваль' })).toBeFocused();
      await expect(page.getByRole('link', { name: text('orderOf', { code: formatOrderCode(order.code) }) })).toBeVisible();

      await press(button('lock.button'));
      await page.getByLabel(text('lock.reason')).fill('Розсилав спам');
      await confirm('lock.confirm');
      await expect(toast(reader, 'adminApi.users.lock.success')).toBeVisible();
      await expect(page.getByText('Розсилав спам')).toBeVisible();
      expect(await ask(server, 'GET', '/api/users/user', token)).toMatchObject({ status: 401, body: { code: 'api.locked' } });

      await press(button('unlock.button'));
      await confirm('unlock.confirm');
      await expect(toast(reader, 'adminApi.users.unlock.success')).toBeVisible();
      await expect(button('lock.button')).toBeFocused();

      await page.getByLabel(text('notes')).fill('Дзвонила двічі.');
      await press(button('saveNotes'));
      await expect(toast(reader, 'adminApi.users.notes.success')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel(text('notes'))).toHaveValue('Дзвонила двічі.');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await press(page.getByRole('link', { name: text('back'), exact: true }));
      await expect(page).toHaveURL(/\/admin\?q=/);
      await press(rowOf(reader, order).getByRole('link', { name: email }));
      await press(button('remove.button'));
      await page.getByLabel(text('remove.email')).fill(email);
      await confirm('remove.confirm');
      await expect(page).toHaveURL(/\/admin\?q=/);
      await expect(toast(reader, 'adminApi.users.remove.success')).toBeVisible();
      expect((await store.db.selectFrom('users').select('id').where('email', '=', email).execute()).length).toBe(0);
    });
  });
