import type { Locator } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import { fact } from './book.ts';
import type { TestUser } from './builders.ts';
import { testClock } from './clock.ts';
import type { Reader, Served } from './e2e.ts';
import { anAdmin } from './orders.ts';
import { logInAs } from './owners.ts';

/** The account's views of tariffs and orders, and helpers that bring them into their states. */

async function send(server: Served['server'], token: string, method: string, path: string, body: object): Promise<Order> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Order }).data;
}

/** Orders the family tariff for three months through the API. */
export const giveOrder = (server: Served['server'], { token }: TestUser): Promise<Order> =>
  send(server, token, 'POST', '/api/orders', { tariff_change: 'family', payment_months: 3 });

/** Takes the next step of an order as an administrator. */
export async function advance({ server, store }: Served, code: string, status: 'confirmed' | 'completed'): Promise<void> {
  const admin = await anAdmin({ store, clock: testClock() });
  await send(server, admin.token, 'PATCH', `/api/admin/orders/${code}`, { status });
}

/** An item of the account menu: a link, or a button if it is disabled. */
export const menuItem = ({ page, say }: Reader, item: 'tariff' | 'order'): Locator =>
  page.getByRole('navigation', { name: say('user:menu.label') }).locator(':is(a, button)', { hasText: say(`user:menu.${item}`) });

export const plan = ({ page, say }: Reader, tariff: 'family' | 'business'): Locator =>
  page.getByRole('radio', { name: new RegExp(`^${say(`tariffs:names.${tariff}`)}`) });

export const row = ({ page, say }: Reader, key: string): Locator => fact(page.getByRole('main'), say(`orders:rows.${key}`));

export const storedTariff = ({ page }: Reader): Promise<string | null> => page.evaluate(() => localStorage.getItem('carnet.tariff'));

export async function openAccount({ page }: Reader, owner: TestUser, view?: 'tariff' | 'order'): Promise<void> {
  await logInAs(page, owner);
  await page.goto(view ? `/user?view=${view}` : '/user');
}

/** Simulates returning to the tab, which refreshes its data. */
export const comeBack = ({ page }: Reader): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
