import { join } from 'node:path';
import { formatOrderCode } from '#contract/order-code.ts';
import type { Order } from '#contract/orders.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { anAccount } from '../support/accounts.ts';
import { button, fact, fillVehicle, heading, logIn, vehicleCard } from '../support/book.ts';
import { aPicture, vehicleFields } from '../support/builders.ts';
import { testClock } from '../support/clock.ts';
import { advanceTo } from '../support/clocked.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { ADMIN_PASSWORD, activatePayments, anAdmin } from '../support/orders.ts';
import { giveVehicle } from '../support/owners.ts';

/** From an order to a paid period, past its end, and back, with a clock that the test advances. */

test.use({ entry: join(import.meta.dirname, '..', 'support', 'built-process.ts') });
test.setTimeout(90_000);

/** Longer than the grace time of an order, and longer than three months. */
const AFTER_GRACE = 31 * MINUTE;
const AFTER_END = 95 * DAY;
/** At most seven days before that end. */
const BEFORE_END = 86 * DAY;

async function send(server: Served['server'], method: string, path: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Record<string, unknown>;
}

/** Orders the family tariff for three months on the page; returns the order code shown there. */
async function order(reader: Reader, { store }: Served, userId: number): Promise<string> {
  const { page, say, press } = reader;
  await page.goto('/user?view=tariff');
  await page.getByRole('radio', { name: new RegExp(`^${say('tariffs:names.family')}`) }).check();
  await page.getByLabel(say('orders:form.term'), { exact: true }).selectOption('3');
  await expect(page.getByRole('status').filter({ hasText: say('orders:form.due') })).toContainText('9\u00a0$');
  await press(button(reader, 'orders:form.send'));
  await expect(heading(reader, 'orders:order.title')).toBeVisible();
  const open = store.db.selectFrom('orders').select('code').where('user_id', '=', userId).where('status', '=', 'processing');
  const { code } = await open.executeTakeFirstOrThrow();
  await expect(page.getByText(formatOrderCode(code))).toBeVisible();
  return code;
}

/** Confirms the payment as an administrator. */
async function confirm({ server, store }: Served, code: string): Promise<void> {
  const { email } = await anAdmin({ store, clock: testClock() });
  const { tokenAdmin } = await send(server, 'POST', '/api/admin/login', { email, password: ADMIN_PASSWORD });
  const path = `/api/admin/orders/${code}`;
  const { data } = await send(server, 'PATCH', path, { status: 'confirmed', amount_due: 9 }, String(tokenAdmin));
  expect((data as Order).status).toBe('confirmed');
}

/** A new owner, logged in, before the clock is advanced. */
async function anOwnerInside(reader: Reader, { server, store }: Served) {
  await advanceTo(server, 0);
  await activatePayments({ store });
  const owner = await anAccount({ store, clock: testClock() });
  await reader.page.goto('/login');
  await logIn(reader, owner.email);
  await expect(reader.page).toHaveURL('/service');
  return owner;
}

async function addVehicle(reader: Reader, model: string): Promise<void> {
  const { page } = reader;
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await aPicture() };
  await page.goto('/service?add');
  const { vehicleType: _, ...typed } = vehicleFields('car', { brand: 'Volvo', model });
  await fillVehicle(reader, 'car', typed as Record<string, string>, photo);
  await reader.press(button(reader, 'vehicleForm:add'));
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('activates the family tariff for three months, lets it expire, and activates it again', async ({ reader, server, store }) => {
    const { page, say } = reader;
    const served = { server, store };
    const state = fact(page.getByRole('main'), say('orders:states.label'));
    const owner = await anOwnerInside(reader, served);
    await giveVehicle(server, owner, 'car', { brand: 'Škoda', model: 'Перша' });

    const code = await order(reader, served, owner.id);
    await confirm(served, code);
    await page.goto('/user');
    await expect(state).toHaveText(say('orders:states.confirmed'));
    await advanceTo(server, AFTER_GRACE);
    await page.reload();
    await expect(state).toHaveText(say('orders:states.completed'));
    await expect(fact(page.getByRole('main'), say('user:tariff'))).toContainText(say('tariffs:names.family'));

    for (const model of ['Друга', 'Третя', 'Четверта']) await giveVehicle(server, owner, 'car', { brand: 'Škoda', model });
    await addVehicle(reader, 'Остання');
    await expect(vehicleCard(reader, 'Volvo Остання')).toBeVisible();
    await expect(giveVehicle(server, owner, 'car')).rejects.toThrow('403');
    await page.goto('/service?add');
    await expect(page.getByText(say('vehicleForm:limit.title', { count: 5 }))).toBeVisible();

    await advanceTo(server, AFTER_END);
    await page.goto('/service');
    // The session expired after three months without use.
    await expect(page).toHaveURL(/\/login/);
    await logIn(reader, owner.email);
    await expect(page.getByText(say('vehicles:hidden.title', { count: 4 }))).toBeVisible();
    await expect(vehicleCard(reader, 'Škoda Перша')).toBeVisible();
    await expect(vehicleCard(reader, 'Volvo Остання')).toHaveCount(0);

    await confirm(served, await order(reader, served, owner.id));
    await advanceTo(server, AFTER_END + AFTER_GRACE);
    await page.goto('/service');
    await expect(vehicleCard(reader, 'Volvo Остання')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(5);
    await expect(page.getByText(say('vehicles:hidden.title', { count: 4 }))).toHaveCount(0);
  });
});

test.describe('before the end', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the book offers to extend the tariff, and no vehicle is ever hidden', async ({ reader, server, store }) => {
    const { page, say, press } = reader;
    const served = { server, store };
    const owner = await anOwnerInside(reader, served);
    await confirm(served, await order(reader, served, owner.id));
    await advanceTo(server, AFTER_GRACE);
    await page.goto('/user');
    await expect(fact(page.getByRole('main'), say('user:tariff'))).toContainText(say('tariffs:names.family'));
    for (const model of ['Перша', 'Друга']) await giveVehicle(server, owner, 'car', { brand: 'Škoda', model });

    await advanceTo(server, BEFORE_END);
    await page.clock.setFixedTime(Date.now() + BEFORE_END);
    await page.goto('/service');
    await logIn(reader, owner.email);
    await press(page.getByRole('link', { name: say('vehicles:ends.extend') }));
    await expect(heading(reader, 'orders:form.extendTitle')).toBeVisible();
    await page.getByLabel(say('orders:form.term'), { exact: true }).selectOption('3');
    await press(button(reader, 'orders:form.extend'));
    await expect(heading(reader, 'orders:order.title')).toBeVisible();
    const open = store.db.selectFrom('orders').select('code').where('user_id', '=', owner.id).where('status', '=', 'processing');
    await confirm(served, (await open.executeTakeFirstOrThrow()).code);

    await advanceTo(server, AFTER_END);
    await page.clock.setFixedTime(Date.now() + AFTER_END);
    await page.goto('/service');
    await expect(vehicleCard(reader, 'Škoda Друга')).toBeVisible();
    await expect(page.getByText(say('vehicles:hidden.title', { count: 1 }))).toHaveCount(0);
    await expect(page.getByRole('link', { name: say('vehicles:ends.extend') })).toHaveCount(0);
  });
});
