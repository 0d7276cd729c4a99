import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { stripeCards } from '#server/ports/cards.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { type CardService, cardMessage, cardService, postMessage } from '#tests/support/card-service.ts';
import { anAdmin, anOrder, patchOrder, postOrder, userOf } from '#tests/support/orders.ts';
import { SLOT } from './checkouts.rules.ts';

describe.each(DATABASES)('checkouts on %s', (kind) => {
  let service: CardService;
  let app: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await cardService();
    app = await testApp(kind, {
      cards: stripeCards(service.settings),
      server: { logLevel: 'warn', trustProxy: false, isHttps: false, logTo: { write: (line) => lines.push(line) } },
    });
  });
  beforeEach(() => {
    service.requests.length = 0;
    lines.length = 0;
    service.answer = undefined;
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  const checkout = (user: Pick<TestUser, 'token'>, code: string, headers: Record<string, string> = {}): Promise<Answer> =>
    app.request('POST', `/api/orders/${code}/checkout`, { token: user.token, headers });
  const aUserWithOrder = async (): Promise<{ user: TestUser; order: Order }> => {
    const user = await aUser(app);
    return { user, order: await anOrder(app, user) };
  };
  const idOf = ({ status, body }: Answer): string => {
    expect(status).toBe(200);
    return body.url.split('/').at(-1);
  };
  const states = (...answers: Answer[]) => answers.map((answer) => service.sessions.get(idOf(answer))?.status);
  /** Moves the clock to the beginning of a slot, so that the next requests fall into the same slot. */
  const beginSlot = () => app.clock.advance(SLOT - (app.clock.now() % SLOT));
  const inEnglish = { 'accept-language': 'en' };

  test('creates one checkout for repeated requests, in parallel or in sequence', async () => {
    const { user, order } = await aUserWithOrder();
    beginSlot();
    const answers = await Promise.all([checkout(user, order.order_code), checkout(user, order.order_code)]);
    answers.push(await checkout(user, order.order_code));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(states(...answers)).toEqual(['open', 'open', 'open']);
  });

  test('closes the earlier checkout when a new one is created, and never reuses a closed one', async () => {
    const { user, order } = await aUserWithOrder();
    beginSlot();
    const first = await checkout(user, order.order_code);
    const english = await checkout(user, order.order_code, inEnglish);
    const again = await checkout(user, order.order_code);
    expect(states(first, english, again)).toEqual(['expired', 'expired', 'open']);
    app.clock.advance(SLOT);
    expect(states(again, await checkout(user, order.order_code))).toEqual(['expired', 'open']);
  });

  test('leaves one open of two different parallel checkouts', async () => {
    const { user, order } = await aUserWithOrder();
    const both = await Promise.all([checkout(user, order.order_code), checkout(user, order.order_code, inEnglish)]);
    expect(states(...both).sort()).toEqual(['expired', 'open']);
  });

  test.each<[string, (user: TestUser, code: string) => Promise<Answer>]>([
    ['replaced', (user) => postOrder(app, user, { tariff_change: 'business', payment_months: 1 })],
    ['cancelled', ({ token }, code) => app.request('DELETE', `/api/orders/${code}`, { token })],
    ['confirmed by hand', async (_, code) => patchOrder(app, await anAdmin(app), code, 'confirmed')],
    ['removed', async (_, code) => app.request('DELETE', `/api/admin/orders/${code}`, { token: (await anAdmin(app)).token })],
  ])('closes the checkout of an order that is %s, and ignores errors of the card service', async (_, change) => {
    const { user, order } = await aUserWithOrder();
    const first = await checkout(user, order.order_code);
    expect((await change(user, order.order_code)).status).toBeLessThan(300);
    expect(states(first)).toEqual(['expired']);
    const other = await aUserWithOrder();
    const second = await checkout(other.user, other.order.order_code);
    service.answer = { status: 500, body: {} };
    expect((await change(other.user, other.order.order_code)).status).toBeLessThan(300);
    expect(states(second)).toEqual(['open']);
    expect(lines.join()).toContain('cardApi.502');
  });

  test('closes no checkout when the same order is placed again', async () => {
    const { user, order } = await aUserWithOrder();
    const first = await checkout(user, order.order_code);
    expect((await postOrder(app, user)).status).toBe(201);
    expect(states(first)).toEqual(['open']);
  });

  test('uses the new order if it is replaced while its checkout is created', async () => {
    const { user, order } = await aUserWithOrder();
    app.beforeTransaction(() => postOrder(app, user, { tariff_change: 'business', payment_months: 1 }));
    const answer = await checkout(user, order.order_code);
    const tariffs = service.requests.filter(({ path }) => path === '/v1/checkout/sessions').map(({ form }) => form.get('metadata[tariff]'));
    expect(tariffs).toEqual(['family', 'business']);
    expect(states(answer)).toEqual(['open']);
    expect([...service.sessions.values()].at(-2)?.status).toBe('expired');
  });

  test('leaves no second checkout open once the first is paid, even before the message about it arrives', async () => {
    const { user, order } = await aUserWithOrder();
    const first = service.sessions.get(idOf(await checkout(user, order.order_code)));
    if (first) first.status = 'complete';
    for (const _ of ['once', 'twice']) {
      app.clock.advance(SLOT);
      expect(await checkout(user, order.order_code)).toMatchObject({ status: 409, body: { code: 'cardApi.409' } });
      expect([...service.sessions.values()].at(-1)?.status).toBe('expired');
    }
    await postMessage(app, cardMessage(order, { id: first?.id }));
    expect((await userOf(app, user)).status).toBe('confirmed');
  });

  test('closes the checkouts of an account that is deleted, by its user or by an administrator', async () => {
    const own = await anAccount(app);
    const other = await aUser(app);
    const answers = [];
    for (const user of [own, other]) answers.push(await checkout(user, (await anOrder(app, user)).order_code));
    expect(states(...answers)).toEqual(['open', 'open']);
    expect((await deleteUser(app, own.token)).status).toBe(200);
    const { token } = await anAdmin(app);
    expect((await app.request('DELETE', `/api/admin/users/${other.id}`, { token, body: { email: other.email } })).status).toBe(200);
    expect(states(...answers)).toEqual(['expired', 'expired']);
  });
});
