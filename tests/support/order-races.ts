/** Invariants of orders and tariffs when two server processes receive requests at once; see races.ts. */

import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { Tariff } from '#contract/tariffs.ts';
import { HOUR } from '#contract/time.ts';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import type { Answer } from './app.ts';
import { aUser, type TestUser } from './builders.ts';
import { runJobsOf } from './clocked.ts';
import { activatePayments, anAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const USERS = 5;
const clock = systemClock;

const postOrder = (server: RunningServer, { token }: TestUser, payment_months = 3): Promise<Answer> =>
  request(server, 'POST', '/api/orders', { token, body: { tariff_change: 'family', payment_months } });

async function newUser({ store }: Pair, tariff: Tariff = 'basic'): Promise<TestUser> {
  await activatePayments({ store });
  return aUser({ store, clock }, { tariff });
}

export async function newOrder(pair: Pair): Promise<{ user: TestUser; code: string; token: string }> {
  const user = await newUser(pair);
  const { status, body } = await postOrder(pair.servers[0], user);
  strictEqual(status, 201);
  return { user, code: body.data.order_code, token: (await anAdmin({ store: pair.store, clock })).token };
}

export const ordersOf = ({ store }: Pair, { id }: TestUser) =>
  store.db.selectFrom('orders').selectAll().where('user_id', '=', id).execute();
export const mailsTo = async ({ store }: Pair, { email }: TestUser, kinds: readonly string[]) =>
  (await store.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute()).filter(({ kind }) => kinds.includes(kind))
    .length;
export const patch = (server: RunningServer, code: string, token: string, body: object) =>
  request(server, 'PATCH', `/api/admin/orders/${code}`, { token, body });

/** One open order per user: a later request replaces it and keeps its code. */
export const oneOpenOrder: Race = async (pair) => {
  const user = await newUser(pair);
  const answers = await atOnce(pair, (server, index) => postOrder(server, user, 1 + (index % 12)));
  deepStrictEqual(statuses(answers), { '201 tariffApi.request.success': AT_ONCE });
  strictEqual(new Set(answers.map(({ body }) => body.data.order_code)).size, 1);
  strictEqual((await ordersOf(pair, user)).length, 1);
};

/** A step is taken once, with one email and one audit entry. */
export const confirmations: Race = async (pair) => {
  const { user, code, token } = await newOrder(pair);
  const answers = await atOnce(pair, (server) => patch(server, code, token, { status: 'confirmed' }));
  deepStrictEqual(statuses(answers), { '200 tariffApi.status.success': 1, '409 tariffApi.status.sequence': AT_ONCE - 1 });
  strictEqual(await mailsTo(pair, user, ['paymentReceived']), 1);
  const entries = await pair.store.db.selectFrom('audit').select('id').where('subject', '=', `order ${code}`).execute();
  strictEqual(entries.length, 1);
};

/** The order is either cancelled or confirmed. */
export const cancelBesideConfirm: Race = async (pair) => {
  const { user, code, token } = await newOrder(pair);
  const answers = await atOnce(pair, (server, index) =>
    index % 4 < 2
      ? request(server, 'DELETE', `/api/orders/${code}`, { token: user.token })
      : patch(server, code, token, { status: 'confirmed' }),
  );
  const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.code);
  strictEqual(won.length, 1);
  strictEqual((await ordersOf(pair, user))[0]?.status, won[0] === 'tariffApi.delete.success' ? undefined : 'confirmed');
};

/** Only the order that the administrator saw is confirmed, however often the user changes it at the same time. */
export const replaceBesideConfirm: Race = async (pair) => {
  const { user, code, token } = await newOrder(pair);
  const answers = await atOnce(pair, (server, index) =>
    index % 4 < 2 ? postOrder(server, user, 4 + (index % 8)) : patch(server, code, token, { status: 'confirmed', amount_due: 9 }),
  );
  const confirmed = answers.filter(({ status, body }) => status === 200 && body.code === 'tariffApi.status.success');
  ok(confirmed.length <= 1);
  const [order] = await ordersOf(pair, user);
  deepStrictEqual([order?.status, order?.amount_due === 900], confirmed.length === 1 ? ['confirmed', true] : ['processing', false]);
};

/** A manual change of the tariff and an order exclude each other. */
export const byHandBesideOrder: Race = async (pair) => {
  const user = await newUser(pair);
  const { token } = await anAdmin({ store: pair.store, clock });
  const body = { tariff: 'business', payment_months: 1 };
  await atOnce(pair, (server, index) =>
    index % 4 < 2 ? postOrder(server, user) : request(server, 'PATCH', `/api/admin/users/${user.id}/tariff`, { token, body }),
  );
  const { tariff } = await pair.store.db.selectFrom('users').select('tariff').where('id', '=', user.id).executeTakeFirstOrThrow();
  strictEqual((await ordersOf(pair, user)).length, tariff === 'basic' ? 1 : 0);
};

/** Both processes and an administrator complete the due orders: each order once. */
export const completions: Race = async (pair) => {
  const orders = await Promise.all(Array.from({ length: USERS }, () => newOrder(pair)));
  for (const { code, token } of orders) strictEqual((await patch(pair.servers[0], code, token, { status: 'confirmed' })).status, 200);
  await pair.store.db
    .updateTable('orders')
    .set({ confirmed_at: isoTime(Date.now() - 2 * HOUR) })
    .where('status', '=', 'confirmed')
    .execute();
  await pair.store.db
    .updateTable('jobs')
    .set({ due_at: isoTime(0) })
    .execute();
  const byAdmin = orders
    .slice(0, 2)
    .map(({ code, token }, index) => patch(pair.servers[index as 0 | 1], code, token, { status: 'completed' }));
  await Promise.all([...pair.servers.map(runJobsOf), ...byAdmin]);
  for (const { user } of orders) {
    const [order] = await ordersOf(pair, user);
    const { tariff_start_date, tariff } = await pair.store.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    deepStrictEqual([order?.status, tariff, tariff_start_date], ['completed', 'family', order?.tariff_start_date]);
    strictEqual(await mailsTo(pair, user, ['tariffActivated']), 1);
  }
};

/** Both processes find the tariffs that end soon: each user is notified once. */
export const notices: Race = async (pair) => {
  const users = await Promise.all(Array.from({ length: USERS }, () => newUser(pair, 'family')));
  const ids = users.map(({ id }) => id);
  await pair.store.db
    .updateTable('users')
    .set({ tariff_end_date: isoTime(Date.now() + 12 * HOUR) })
    .where('id', 'in', ids)
    .execute();
  await pair.store.db
    .updateTable('jobs')
    .set({ due_at: isoTime(0) })
    .execute();
  await Promise.all(pair.servers.map(runJobsOf));
  for (const user of users) strictEqual(await mailsTo(pair, user, ['tariffEnds']), 1);
};
