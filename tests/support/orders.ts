import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '#contract/languages.ts';
import type { Order } from '#contract/orders.ts';
import type { AdminRole } from '#contract/roles.ts';
import { type OrderStatus, TARIFFS } from '#contract/tariffs.ts';
import { isoTime } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import type { Answer, Rows, TestApp } from './app.ts';
import type { TestUser } from './builders.ts';

export const ADMIN_PASSWORD = 'Adm1n-of-all!';

export interface TestAdmin {
  id: number;
  email: string;
  token: string;
}

let hashed: Promise<string> | undefined;
/** Inserts a logged-in administrator with ADMIN_PASSWORD. */
export async function anAdmin({ store, clock }: Rows, role: AdminRole = 'all'): Promise<TestAdmin> {
  hashed ??= argonPasswords().hash(ADMIN_PASSWORD);
  const at = isoTime(clock.now());
  const email = `admin-${randomUUID()}@example.com`;
  const { id } = await store.db
    .insertInto('admins')
    .values({ email, password_hash: await hashed, origin: 'command', created_at: at, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = cryptoTokens.newToken();
  await store.db
    .insertInto('admin_sessions')
    .values({ token_hash: hashOf(token), id: cryptoTokens.newId(), admin_id: id, created_at: at, last_used_at: at })
    .execute();
  return { id, email, token };
}

/** A fictitious account number with valid check digits. */
export const IBAN = 'UA213223130000026007233566001';

export const paymentBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  lang: 'ua',
  payee_details: 'ФОП Коваль Олена Петрівна',
  iban: IBAN,
  edrpou: '1234567890',
  payment_purpose: 'Оплата тарифу Carnet, замовлення',
  is_active: 1,
  ...overrides,
});

/** Enables or disables orders in every language. */
export async function activatePayments({ store }: Pick<TestApp, 'store'>, is_active: 0 | 1 = 1): Promise<void> {
  const { lang: _, ...details } = paymentBody({ is_active });
  for (const lang of LANGUAGES) await store.db.updateTable('payments').set(details).where('lang', '=', lang).execute();
}

/** Initial prices in cents per month. */
const FIRST_PRICES = { basic: 0, family: 300, business: 900 } as const;

/** Resets prices, payment and adverts to their initial state, so that tests do not affect each other. */
export async function resetOrders({ store: { db } }: Pick<TestApp, 'store'>): Promise<void> {
  for (const tariff of TARIFFS) await db.updateTable('prices').set({ price: FIRST_PRICES[tariff] }).where('tariff', '=', tariff).execute();
  const noAccount = { payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 0 } as const;
  await db
    .updateTable('payments')
    .set({ ...noAccount, transfer_currency: null, transfer_rate: null, rated_on: null })
    .execute();
  await db.deleteFrom('adverts').execute();
}

export const postOrder = (app: TestApp, { token }: Pick<TestUser, 'token'>, body: Record<string, unknown> = {}): Promise<Answer> =>
  app.request('POST', '/api/orders', { token, body: { tariff_change: 'family', payment_months: 3, ...body } });

export const patchOrder = (app: TestApp, admin: TestAdmin, code: string, status: OrderStatus): Promise<Answer> =>
  app.request('PATCH', `/api/admin/orders/${code}`, { token: admin.token, body: { status } });

/** Changes the status of an order; throws if the change is rejected. */
export async function step(app: TestApp, admin: TestAdmin, code: string, status: OrderStatus): Promise<Order> {
  const { status: answered, body } = await patchOrder(app, admin, code, status);
  if (answered !== 200) throw new Error(`The order is not ${status}: ${JSON.stringify(body)}`);
  return body.data as Order;
}

/** Creates an order through the API and advances it to that status; enables payment first. */
export async function anOrder(
  app: TestApp,
  user: Pick<TestUser, 'token'>,
  { status = 'processing', ...body }: { status?: OrderStatus; tariff_change?: string; payment_months?: number } = {},
): Promise<Order> {
  await activatePayments(app);
  const answer = await postOrder(app, user, body);
  if (answer.status !== 201) throw new Error(`No order was made: ${JSON.stringify(answer.body)}`);
  const order = answer.body.data as Order;
  if (status === 'processing') return order;
  const admin = await anAdmin(app);
  const confirmed = await step(app, admin, order.order_code, 'confirmed');
  return status === 'confirmed' ? confirmed : step(app, admin, order.order_code, 'completed');
}

/** The data of the caller. */
export const userOf = async (app: TestApp, { token }: Pick<TestUser, 'token'>) =>
  (await app.request('GET', '/api/users/user', { token })).body.data;

/** All rows of orders and tariffs, to verify that nothing changed. */
export async function orderRows({ store: { db } }: Pick<TestApp, 'store'>): Promise<unknown> {
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').select(['id', 'tariff', 'tariff_start_date', 'tariff_end_date']).orderBy('id').execute(),
    // Not their texts: names in them are erased when they are delivered.
    mails: await db.selectFrom('mails').select(['id', 'kind', 'recipient']).orderBy('id').execute(),
    audit: await db.selectFrom('audit').selectAll().orderBy('id').execute(),
    prices: await db.selectFrom('prices').selectAll().orderBy('tariff').execute(),
  };
}
