/** Invariants of the administrators' work with orders when two server processes receive requests at once; see races.ts. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { HOUR } from '#contract/time.ts';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import type { Answer } from './app.ts';
import { runJobsOf } from './clocked.ts';
import { mailsTo, newOrder, ordersOf, patch } from './order-races.ts';
import { anAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const ROUNDS = 4;
const clock = systemClock;

const undo = (server: RunningServer, code: string, token: string, confirmed_at?: string): Promise<Answer> =>
  request(server, 'POST', `/api/admin/orders/${code}/undo-payment`, { token, body: { confirmed_at } });

async function confirmedOrder(pair: Pair) {
  const made = await newOrder(pair);
  const { status, body } = await patch(pair.servers[0], made.code, made.token, { status: 'confirmed' });
  strictEqual(status, 200);
  const other = await anAdmin({ store: pair.store, clock });
  return { ...made, other: other.token, confirmedAt: body.data.confirmed_at as string };
}

const actionsOf = async ({ store }: Pair, code: string): Promise<string[]> =>
  (await store.db.selectFrom('audit').select('action').where('subject', '=', `order ${code}`).orderBy('id').execute()).map(
    ({ action }) => action,
  );

/** One administrator undoes a confirmation that another one activates: exactly one of them succeeds, once. */
export const undoBesideActivate: Race = async (pair) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, code, token, other, confirmedAt } = await confirmedOrder(pair);
    const answers = await atOnce(pair, (server, index) =>
      index % 4 < 2 ? undo(server, code, token, confirmedAt) : patch(server, code, other, { status: 'completed' }),
    );
    const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.code);
    strictEqual(won.length, 1);
    const isUndone = won[0] === 'tariffApi.undo.success';
    const half = AT_ONCE / 2;
    deepStrictEqual(
      statuses(answers),
      isUndone
        ? { '200 tariffApi.undo.success': 1, '409 tariffApi.status.changed': half - 1, '409 tariffApi.status.sequence': half }
        : { '200 tariffApi.status.success': 1, '409 tariffApi.undo.started': half, '409 tariffApi.status.completed': half - 1 },
    );
    const [order] = await ordersOf(pair, user);
    deepStrictEqual([order?.status, order?.confirmed_at === null], isUndone ? ['processing', true] : ['completed', false]);
    strictEqual(await mailsTo(pair, user, ['tariffActivated']), isUndone ? 0 : 1);
    deepStrictEqual(await actionsOf(pair, code), ['order.status', isUndone ? 'order.undo' : 'order.status']);
  }
};

/** The grace time is over, and the job starts tariffs while administrators undo the confirmations. */
export const undoBesideJob: Race = async (pair) => {
  const orders = await Promise.all(Array.from({ length: ROUNDS }, () => confirmedOrder(pair)));
  const codes = orders.map(({ code }) => code);
  await pair.store.db
    .updateTable('orders')
    .set({ confirmed_at: isoTime(Date.now() - 2 * HOUR) })
    .where('code', 'in', codes)
    .execute();
  await pair.store.db
    .updateTable('jobs')
    .set({ due_at: isoTime(0) })
    .execute();
  const undone = orders.map(({ code, token }, index) => undo(pair.servers[(index % 2) as 0 | 1], code, token));
  await Promise.all([...pair.servers.map(runJobsOf), ...undone]);
  for (const [index, { user, code }] of orders.entries()) {
    const { status, body } = await (undone[index] as Promise<Answer>);
    const [order] = await ordersOf(pair, user);
    const { tariff } = await pair.store.db.selectFrom('users').select('tariff').where('id', '=', user.id).executeTakeFirstOrThrow();
    ok(status === 200 || body.code === 'tariffApi.undo.started', `${status} ${body.code}`);
    deepStrictEqual([order?.status, tariff], status === 200 ? ['processing', 'basic'] : ['completed', 'family']);
    deepStrictEqual(await actionsOf(pair, code), ['order.status', status === 200 ? 'order.undo' : 'order.status']);
  }
};

/** Of the administrators who saw the same note one changes it, and the others get a conflict. */
export const orderNotes: Race = async (pair) => {
  const { code, token } = await newOrder(pair);
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'PUT', `/api/admin/orders/${code}/note`, { token, body: { note: `note ${index}`, seen: { note: '' } } }),
  );
  deepStrictEqual(statuses(answers), { '200 tariffApi.note.success': 1, '409 adminApi.changed': AT_ONCE - 1 });
  const saved = answers.findIndex(({ status }) => status === 200);
  const { note } = await pair.store.db.selectFrom('orders').select('note').where('code', '=', code).executeTakeFirstOrThrow();
  strictEqual(note, `note ${saved}`);
  deepStrictEqual(await actionsOf(pair, code), ['order.note']);
};

/** Both processes run the job at once, as after the end of a lease: each order is in one email to each administrator. */
export const announcements: Race = async (pair) => {
  // Before the orders: the processes also run the job by themselves.
  const { email } = await anAdmin({ store: pair.store, clock });
  const orders = await Promise.all(Array.from({ length: ROUNDS }, () => newOrder(pair)));
  await pair.store.db
    .updateTable('jobs')
    .set({ due_at: isoTime(0) })
    .execute();
  await Promise.all(pair.servers.map(runJobsOf));
  const mails = await pair.store.db
    .selectFrom('mails')
    .select('named_users')
    .where('recipient', '=', email)
    .where('kind', '=', 'newOrders')
    .execute();
  // The text is erased when the email is delivered.
  for (const { user } of orders) strictEqual(mails.filter(({ named_users }) => named_users?.includes(` ${user.id} `)).length, 1);
};

/** Administrators undo an activation at once, while another one continues the tariff by hand: one of them succeeds, once. */
export const undoActivationOnce: Race = async (pair) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, code, token, other } = await confirmedOrder(pair);
    const { body } = await patch(pair.servers[0], code, token, { status: 'completed' });
    const { completed_at } = body.data;
    const answers = await atOnce(pair, (server, index) =>
      index % 4 < 3
        ? request(server, 'POST', `/api/admin/orders/${code}/undo-activation`, { token, body: { reason: 'x', completed_at } })
        : request(server, 'PATCH', `/api/admin/users/${user.id}/tariff`, { token: other, body: { tariff: 'business', payment_months: 1 } }),
    );
    const won = answers.filter(({ status }) => status === 200).map(({ body: { code: success } }) => success);
    const isUndone = won.includes('tariffApi.undo.activation');
    if (isUndone) strictEqual(won.length, 1);
    const [order] = await ordersOf(pair, user);
    const { tariff } = await pair.store.db.selectFrom('users').select('tariff').where('id', '=', user.id).executeTakeFirstOrThrow();
    deepStrictEqual([order?.status, tariff], isUndone ? ['confirmed', 'basic'] : ['completed', 'business']);
    strictEqual((await actionsOf(pair, code)).filter((action) => action === 'order.undoActivation').length, isUndone ? 1 : 0);
  }
};
