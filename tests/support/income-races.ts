/** Invariants of payments when two server processes receive requests at once; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { systemClock } from '#server/ports/clock.ts';
import { newOrder, patch } from './order-races.ts';
import { anAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const tokensOf = async ({ store }: Pair): Promise<string[]> => [
  (await anAdmin({ store, clock: systemClock })).token,
  (await anAdmin({ store, clock: systemClock })).token,
];

const post = (server: RunningServer, token: string | undefined, body: object, headers: Record<string, string> = {}) =>
  request(server, 'POST', '/api/admin/payments', { token, body, headers });

const paymentsOf = ({ store }: Pair, code: string) =>
  store.db.selectFrom('income').select(['kind', 'change']).where('order_code', '=', code).orderBy('id').execute();

/** Two administrators record the same payment: it is there once. */
export const samePayment: Race = async (pair) => {
  const { code } = await newOrder(pair);
  const tokens = await tokensOf(pair);
  const answers = await atOnce(pair, (server, index) => post(server, tokens[index % 2], { amount: 9, order_code: code }));
  deepStrictEqual(statuses(answers), { '201 incomeApi.create.success': 1, '409 incomeApi.doubled': AT_ONCE - 1 });
  deepStrictEqual(await paymentsOf(pair, code), [{ kind: 'payment', change: 900 }]);
};

/** The same without an order, whose row no other lock protects. */
export const samePaymentOfNobody: Race = async (pair) => {
  const [token] = await tokensOf(pair);
  const body = { amount: 1, purpose: `race ${Math.random()}` };
  const answers = await atOnce(pair, (server) => post(server, token, body));
  deepStrictEqual(statuses(answers), { '201 incomeApi.create.success': 1, '409 incomeApi.doubled': AT_ONCE - 1 });
  const rows = await pair.store.db.selectFrom('income').select('id').where('purpose', '=', body.purpose).execute();
  strictEqual(rows.length, 1);
};

/** A double click on a part payment records it once. */
export const samePartPayment: Race = async (pair) => {
  const { code } = await newOrder(pair);
  const tokens = await tokensOf(pair);
  const answers = await atOnce(pair, (server, index) => patch(server, code, tokens[index % 2] ?? '', { status: 'confirmed', amount: 5 }));
  deepStrictEqual(statuses(answers), { '200 tariffApi.status.success': 1, '409 incomeApi.doubled': AT_ONCE - 1 });
  deepStrictEqual(await paymentsOf(pair, code), [{ kind: 'payment', change: 500 }]);
};

/** A record is withdrawn once. */
export const sameCorrection: Race = async (pair) => {
  const { code } = await newOrder(pair);
  const tokens = await tokensOf(pair);
  const { body } = await post(pair.servers[0], tokens[0], { amount: 9, order_code: code });
  const correction = { kind: 'correction', corrects: body.data.id, reason: 'x' };
  const answers = await atOnce(pair, (server, index) => post(server, tokens[index % 2], correction));
  deepStrictEqual(statuses(answers), { '201 incomeApi.create.success': 1, '409 incomeApi.corrected': AT_ONCE - 1 });
  deepStrictEqual(
    (await paymentsOf(pair, code)).map(({ change }) => change),
    [900, -900],
  );
};
