import { expect, type Locator, type Page } from '@playwright/test';
import { checkCharacter, formatOrderCode, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import type { OrderStatus, PaidTariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';
import { aUser, type TestUser } from './builders.ts';
import { testClock } from './clock.ts';
import { closeNotices, type Reader } from './e2e.ts';
import { anAdmin, type TestAdmin } from './orders.ts';
import type { RunningServer } from './server.ts';

/** Inserts an administrator with ADMIN_PASSWORD into the database of the running server. */
export const aPanelAdmin = (store: Store): Promise<TestAdmin> => anAdmin({ store, clock: testClock() });

/** Stores the administrator's session in the browser; the next page shows the admin panel. */
export async function logInAdmin(page: Page, { token }: TestAdmin): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate((value) => localStorage.setItem('carnet.tokenAdmin', value), token);
}

/** A random order code with a valid check character. */
function aCode(): string {
  const letters = Array.from({ length: 7 }, () => ORDER_CODE_LETTERS[Math.floor(Math.random() * ORDER_CODE_LETTERS.length)]).join('');
  return letters + checkCharacter(letters);
}

export interface PlacedOrder {
  code: string;
  user: TestUser;
}

/** Inserts an order of a new user with that status; the tariff of a completed order is active. */
export async function placeOrder(
  store: Store,
  { status = 'processing', tariff = 'family', months = 3 }: { status?: OrderStatus; tariff?: PaidTariff; months?: number } = {},
): Promise<PlacedOrder> {
  const isRunning = status === 'completed';
  const user = await aUser({ store, clock: testClock() }, { tariff: isRunning ? tariff : 'basic' });
  const code = aCode();
  const { tariff_start_date, tariff_end_date } = await store.db
    .selectFrom('users')
    .select(['tariff_start_date', 'tariff_end_date'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const at = isoTime(Date.now());
  await store.db
    .insertInto('orders')
    .values({
      code,
      user_id: user.id,
      tariff_change: tariff,
      payment_months: months,
      amount_due: 300 * months,
      status,
      created_at: at,
      confirmed_at: status === 'processing' ? null : at,
      completed_at: isRunning ? at : null,
      tariff_start_date,
      tariff_end_date,
    })
    .execute();
  return { code, user };
}

/** Sets the visits of the last days, today first. */
export async function countVisits(store: Store, counts: readonly number[]): Promise<void> {
  const days = counts.map((visit_count, index) => ({ visit_date: isoTime(Date.now() - index * DAY).slice(0, 10), visit_count }));
  await store.db
    .insertInto('visits')
    .values(days)
    .onConflict((conflict) => conflict.column('visit_date').doUpdateSet((row) => ({ visit_count: row.ref('excluded.visit_count') })))
    .execute();
}

/** Sends a request to the API directly, for example as another administrator. */
export async function ask(server: RunningServer, method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Opens a tab of the admin panel; on a phone its menu is behind a button. */
export async function chooseTab({ page, say, press }: Reader, tab: string): Promise<void> {
  await closeNotices({ page, say });
  const menu = page.getByRole('navigation', { name: say('admin:tabs.label') });
  // On a phone, the menu would seem to have no button before the panel is shown.
  await expect(menu).toBeVisible();
  const opener = menu.getByRole('button', { expanded: false });
  if (await opener.isVisible()) await press(opener);
  // A tab may say how much waits in it.
  await press(menu.getByRole('link', { name: new RegExp(`^${say(`admin:tabs.${tab}`)}( \\d+\\+?)?$`) }));
}

export async function openTab(reader: Reader, tab: string): Promise<void> {
  await chooseTab(reader, tab);
  // The URL changes before the tab is rendered.
  await expect(reader.page).toHaveTitle(`${reader.say(`admin:tabs.${tab}`)} · Carnet`);
}

/** The table row with that text, or its card on a phone. */
export const rowWith = ({ page }: Pick<Reader, 'page'>, text: string): Locator =>
  page.locator('tbody tr, main li').filter({ has: page.getByText(text, { exact: true }) });

export const rowOf = (reader: Pick<Reader, 'page'>, { code }: PlacedOrder): Locator => rowWith(reader, formatOrderCode(code));

export const stepOf = (reader: Reader, order: PlacedOrder, step: 'confirmed' | 'completed'): Locator =>
  rowOf(reader, order).getByRole('button', {
    name: reader.say('adminLists:orders.stepOf', { step: reader.say(`adminLists:orders.step.${step}`), code: formatOrderCode(order.code) }),
  });

export const statusOf = (reader: Reader, order: PlacedOrder, is: string): Locator =>
  rowOf(reader, order).getByText(reader.say(`adminLists:orders.status.${is}`), { exact: true });

export const toast = ({ page, say }: Reader, key: string): Locator => page.getByRole('status').getByText(say(`errors:${key}`));
