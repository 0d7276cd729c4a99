import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { addMonths } from '#contract/periods.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { MINUTE } from '#contract/time.ts';
import { mailText } from '#server/texts.ts';
import { type Answer, DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, type TestUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, orderRows, paymentBody, postOrder, userOf } from '#tests/support/orders.ts';

const UNKNOWN_CODE = '22222222';
const MONTH = 31 * 86_400_000;

/** The states of an order and its user. */
const STATES = ['none', 'processing', 'confirmed', 'completed', 'ended'] as const;
type State = (typeof STATES)[number];

/** A visitor who is not logged in, another user, the owner, the administrator, the clock. */
const ACTORS = ['visitor', 'stranger', 'owner', 'admin', 'clock'] as const;
type Actor = (typeof ACTORS)[number];

const ACTIONS = [
  'order',
  'cancel',
  'step to processing',
  'step to confirmed',
  'step to completed',
  'delete',
  'change by hand',
  'time passes',
] as const;
type Action = (typeof ACTIONS)[number];

/** The result of an action: an error code, or the next state. */
type Outcome = { rejected: string } | { becomes: State | 'by hand' };
const rejected = (code: string): Outcome => ({ rejected: code });
const becomes = (state: State | 'by hand'): Outcome => ({ becomes: state });

const SEQUENCE = rejected('tariffApi.status.sequence');
const COMPLETED = rejected('tariffApi.status.completed');
const NOT_FOUND = rejected('tariffApi.order.404');

/** By state, in the order of STATES; only for actors that are allowed to send the request. */
const OUTCOMES: Partial<Record<Actor, Partial<Record<Action, Outcome[]>>>> = {
  owner: {
    order: [
      becomes('processing'),
      becomes('processing'),
      rejected('tariffApi.request.confirmed'),
      rejected('tariffApi.request.running'),
      becomes('processing'),
    ],
    cancel: [
      rejected('tariffApi.delete.400'),
      becomes('none'),
      rejected('tariffApi.delete.409'),
      rejected('tariffApi.delete.409'),
      rejected('tariffApi.delete.409'),
    ],
  },
  stranger: { cancel: STATES.map(() => rejected('tariffApi.delete.400')) },
  admin: {
    'step to processing': [NOT_FOUND, SEQUENCE, SEQUENCE, COMPLETED, COMPLETED],
    'step to confirmed': [NOT_FOUND, becomes('confirmed'), SEQUENCE, COMPLETED, COMPLETED],
    'step to completed': [NOT_FOUND, SEQUENCE, becomes('completed'), COMPLETED, COMPLETED],
    delete: [NOT_FOUND, becomes('none'), becomes('none'), becomes('none'), becomes('none')],
    'change by hand': [
      becomes('by hand'),
      rejected('tariffApi.manual.409'),
      rejected('tariffApi.manual.409'),
      becomes('by hand'),
      becomes('by hand'),
    ],
  },
  clock: { 'time passes': [becomes('none'), becomes('processing'), becomes('completed'), becomes('completed'), becomes('ended')] },
};

/** Actors without an entry in OUTCOMES are rejected: visitors with 401, users and administrators on each other's endpoints with 403. */
function outcomeOf(actor: Actor, action: Action, state: State): Outcome | undefined {
  const listed = OUTCOMES[actor]?.[action]?.[STATES.indexOf(state)];
  if (listed) return listed;
  if (action === 'time passes' || actor === 'clock') return undefined;
  if (actor === 'visitor') return rejected('api.401');
  if (actor === 'stranger' && action === 'order') return undefined;
  return rejected('api.403');
}

const TRIPLES = STATES.flatMap((state) =>
  ACTIONS.flatMap((action) =>
    ACTORS.flatMap((actor) => {
      const outcome = outcomeOf(actor, action, state);
      return outcome ? [{ state, action, actor, outcome, name: 'rejected' in outcome ? outcome.rejected : outcome.becomes }] : [];
    }),
  ),
);

describe.each(DATABASES)('an order on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function anOrderIn(state: State): Promise<{ user: TestUser; order: Order | undefined }> {
    await activatePayments(app);
    const user = await aUser(app);
    if (state === 'none') return { user, order: undefined };
    const status: OrderStatus = state === 'ended' ? 'completed' : state;
    const order = await anOrder(app, user, { status, tariff_change: 'business', payment_months: 1 });
    if (state !== 'ended') return { user, order };
    app.clock.advance(MONTH);
    return { user: { ...user, token: await aSession(app, user.id) }, order };
  }

  /** Sends the request, or lets the grace period pass and runs the jobs. */
  async function act(actor: Actor, token: string | undefined, action: Action, user: TestUser, code: string): Promise<Answer | undefined> {
    if (actor === 'clock') {
      app.clock.advance(ORDER_GRACE);
      await app.runJobs();
      return undefined;
    }
    const path = `/api/admin/orders/${code}`;
    if (action === 'order') return postOrder(app, { token: token ?? '' }, { tariff_change: 'family', payment_months: 2 });
    if (action === 'cancel') return app.request('DELETE', `/api/orders/${code}`, { token });
    if (action === 'delete') return app.request('DELETE', path, { token });
    const byHand = { tariff: 'family', payment_months: 2 };
    if (action === 'change by hand') return app.request('PATCH', `/api/admin/users/${user.id}/tariff`, { token, body: byHand });
    return app.request('PATCH', path, { token, body: { status: action.replace('step to ', '') } });
  }

  /** Checks a state through the API and in the tables. */
  async function expectState(state: State | 'by hand', user: TestUser, before: Order | undefined, action: Action): Promise<void> {
    const seen = await userOf(app, user);
    const rows = await app.store.db.selectFrom('orders').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
    const now = app.clock.now();
    const nothing = {
      status: null,
      tariff: 'basic',
      tariff_change: null,
      order_code: null,
      tariff_start_date: null,
      tariff_end_date: null,
    };
    if (state === 'none') {
      expect(seen).toMatchObject(nothing);
      expect(rows).toEqual([]);
      return;
    }
    if (state === 'ended') {
      expect(seen).toMatchObject(nothing);
      expect(rows).toMatchObject([{ code: before?.order_code, status: 'completed' }]);
      return;
    }
    if (state === 'by hand') {
      expect(seen).toMatchObject({ status: 'completed', tariff: 'family', tariff_change: null, order_code: null });
      expect(Date.parse(seen.tariff_end_date)).toBe(addMonths(Date.parse(seen.tariff_start_date), 2));
      return;
    }
    const isOrdered = action === 'order';
    const content = isOrdered
      ? { tariff_change: 'family', payment_months: 2, amount_due: 6 }
      : { tariff_change: 'business', payment_months: 1, amount_due: 9 };
    expect(seen).toMatchObject({ ...content, status: state, tariff: state === 'completed' ? 'business' : 'basic' });
    const open = rows.at(-1);
    expect(seen.order_code).toBe(open?.code);
    // An unpaid order keeps its code when it is replaced; an order after a period that ended gets a new code.
    if (before?.status === 'completed' && isOrdered) expect(seen.order_code).not.toBe(before.order_code);
    else if (before) expect(seen.order_code).toBe(before.order_code);
    expect(rows.filter(({ status }) => status !== 'completed')).toHaveLength(state === 'completed' ? 0 : 1);
    if (state !== 'completed') {
      expect(open).toMatchObject({ tariff_start_date: null, tariff_end_date: null, completed_at: null });
      return;
    }
    const start = Date.parse(seen.tariff_start_date);
    expect(Date.parse(seen.tariff_end_date)).toBe(addMonths(start, 1));
    expect(start).toBeLessThanOrEqual(now);
    if (action !== 'time passes' || before?.status === 'confirmed') expect(now - start).toBeLessThan(MINUTE);
    expect(open).toMatchObject({ tariff_start_date: seen.tariff_start_date, tariff_end_date: seen.tariff_end_date });
  }

  test.each(TRIPLES)('$state, $actor: $action → $name', async ({ state, action, actor, outcome }) => {
    const { user, order } = await anOrderIn(state);
    // Runs the jobs that are already due, so that only this action changes something.
    await app.runJobs();
    const tokens = { stranger: (await aUser(app)).token, owner: user.token, admin: (await anAdmin(app)).token };
    const token = actor === 'visitor' || actor === 'clock' ? undefined : tokens[actor];
    const before = await orderRows(app);
    const answer = await act(actor, token, action, user, order?.order_code ?? UNKNOWN_CODE);
    if ('rejected' in outcome) {
      expect(answer?.body).toMatchObject({ success: false, code: outcome.rejected });
      expect(await orderRows(app)).toEqual(before);
      return;
    }
    if (answer) expect(answer.body).toMatchObject({ success: true });
    await expectState(outcome.becomes, user, order, action);
  });

  test('is announced to its user with a payment purpose that ends with its code', async () => {
    const { user } = await anOrderIn('none');
    const { body } = await postOrder(app, user);
    await app.deliverMails();
    const text = app.mails.find(({ to }) => to === user.email)?.text;
    expect(text).toContain(`${mailText('ua', 'rows.purpose')}: ${paymentBody().payment_purpose} ${body.data.order_code}\n`);
  });

  test('changes nothing and sends no email for a repeated identical order', async () => {
    const { user } = await anOrderIn('none');
    const first = await postOrder(app, user);
    const before = await orderRows(app);
    const again = await postOrder(app, user);
    expect({ status: again.status, data: again.body.data }).toEqual({ status: 201, data: first.body.data });
    expect(await orderRows(app)).toEqual(before);
  });

  test('keeps the period of a newer order when an old one is deleted', async () => {
    const { user, order } = await anOrderIn('ended');
    await anOrder(app, user, { status: 'completed', tariff_change: 'family' });
    await app.request('DELETE', `/api/admin/orders/${order?.order_code}`, { token: (await anAdmin(app)).token });
    expect(await userOf(app, user)).toMatchObject({ tariff: 'family', status: 'completed' });
  });

  test('ignores amount, code, dates, user and status sent by the client', async () => {
    const stranger = await aUser(app);
    const { user } = await anOrderIn('none');
    const claims = {
      ...{ amount_due: 0.01, amount: 0.01, price: 0, order_code: UNKNOWN_CODE, code: UNKNOWN_CODE, id: 1, user_id: stranger.id },
      ...{
        status: 'completed',
        tariff: 'business',
        tariff_start_date: '2020-01-01',
        tariff_end_date: '2099-01-01',
        created_at: '2020-01-01',
      },
    };
    const { body } = await postOrder(app, user, claims);
    expect(body.data).toMatchObject({ user_id: user.id, tariff_change: 'family', payment_months: 3, amount_due: 9, status: 'processing' });
    expect(body.data).toMatchObject({ tariff_start_date: null, tariff_end_date: null });
    expect(body.data.order_code).not.toBe(UNKNOWN_CODE);
    expect(Math.abs(Date.parse(body.data.created_at) - app.clock.now())).toBeLessThan(MINUTE);
    expect(await userOf(app, user)).toMatchObject({ tariff: 'basic', tariff_start_date: null });
    expect(await userOf(app, stranger)).toMatchObject({ status: null, order_code: null });
    for (const [path, method] of [
      ['change-profile', 'PATCH'],
      ['user', 'GET'],
    ] as const) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...claims, firstName: 'Марія', lastName: 'Коваль' })) form.append(name, String(value));
      await app.request(method, `/api/users/${path}`, { token: user.token, ...(method === 'PATCH' ? { form } : {}) });
    }
    expect(await userOf(app, user)).toMatchObject({ tariff: 'basic', status: 'processing', amount_due: 9 });
    const steps = {
      status: 'confirmed',
      tariff_change: 'business',
      payment_months: 12,
      tariff_end_date: '2099-01-01',
      user_id: stranger.id,
    };
    const { body: confirmed } = await app.request('PATCH', `/api/admin/orders/${body.data.order_code}`, {
      token: (await anAdmin(app)).token,
      body: steps,
    });
    expect(confirmed.data).toMatchObject({ user_id: user.id, tariff_change: 'family', payment_months: 3, tariff_end_date: null });
  });

  test.each([
    [{ tariff_change: 'basic' }, 'tariff_change', 'validation.choice'],
    [{ tariff_change: 'gold' }, 'tariff_change', 'validation.choice'],
    [{ payment_months: 0 }, 'payment_months', 'validation.months'],
    [{ payment_months: 13 }, 'payment_months', 'validation.months'],
    [{ payment_months: 1.5 }, 'payment_months', 'validation.number.whole'],
    [{ payment_months: -1 }, 'payment_months', 'validation.number.negative'],
    [{ payment_months: null }, 'payment_months', 'validation.required'],
  ])('rejects %j with an error at its field', async (request, field, code) => {
    const user = await aUser(app);
    const { status, body } = await postOrder(app, user, request);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field, code }] });
  });

  test('completes an order of a tariff with price 0 at once', async () => {
    const { user } = await anOrderIn('none');
    const { token } = await anAdmin(app);
    await app.request('PATCH', '/api/prices/price', { token, body: [{ tariff: 'family', price: 0 }] });
    try {
      const { body } = await postOrder(app, user, { payment_months: 1 });
      expect(body.data).toMatchObject({ status: 'completed', amount_due: 0 });
      expect(await userOf(app, user)).toMatchObject({ tariff: 'family', status: 'completed' });
    } finally {
      await app.request('PATCH', '/api/prices/price', { token, body: [{ tariff: 'family', price: 3 }] });
    }
  });
});
