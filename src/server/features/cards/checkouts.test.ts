import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { stripeCards } from '#server/ports/cards.ts';
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
    service.asked.length = 0;
    lines.length = 0;
    service.answer = undefined;
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  const checkout = (user: TestUser, code: string, headers: Record<string, string> = {}): Promise<Answer> =>
    app.request('POST', `/api/orders/${code}/checkout`, { token: user.token, headers });
  const ordered = async (): Promise<{ user: TestUser; order: Order }> => {
    const user = await aUser(app);
    return { user, order: await anOrder(app, user) };
  };
  const idOf = ({ status, body }: Answer): string => {
    expect(status).toBe(200);
    return body.url.split('/').at(-1);
  };
  const states = (...answers: Answer[]) => answers.map((answer) => service.sessions.get(idOf(answer))?.status);
  /** Moves the clock to the beginning of a slot: all requests within a minute are one for the card service. */
  const beginSlot = () => app.clock.advance(SLOT - (app.clock.now() % SLOT));
  const inEnglish = { 'accept-language': 'en' };

  test('a double click creates one, both in parallel and in sequence', async () => {
    const { user, order } = await ordered();
    beginSlot();
    const answers = await Promise.all([checkout(user, order.order_code), checkout(user, order.order_code)]);
    answers.push(await checkout(user, order.order_code));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(states(...answers)).toEqual(['open', 'open', 'open']);
  });

  test('a new one closes the earlier one, and the earlier content later creates a new one', async () => {
    const { user, order } = await ordered();
    beginSlot();
    const first = await checkout(user, order.order_code);
    const english = await checkout(user, order.order_code, inEnglish);
    const again = await checkout(user, order.order_code);
    expect(states(first, english, again)).toEqual(['expired', 'expired', 'open']);
    app.clock.advance(SLOT);
    expect(states(again, await checkout(user, order.order_code))).toEqual(['expired', 'open']);
  });

  test('of two at once that differ one at most stays open', async () => {
    const { user, order } = await ordered();
    const both = await Promise.all([checkout(user, order.order_code), checkout(user, order.order_code, inEnglish)]);
    expect(states(...both).sort()).toEqual(['expired', 'open']);
  });

  test.each<[string, (user: TestUser, code: string) => Promise<Answer>]>([
    ['replaced', (user) => postOrder(app, user, { tariff_change: 'business', payment_months: 1 })],
    ['cancelled', ({ token }, code) => app.request('DELETE', `/api/orders/${code}`, { token })],
    ['confirmed by hand', async (_, code) => patchOrder(app, await anAdmin(app), code, 'confirmed')],
    ['removed', async (_, code) => app.request('DELETE', `/api/admin/orders/${code}`, { token: (await anAdmin(app)).token })],
  ])('the one of an order that is %s is closed, and a failing card service prevents nothing', async (_, change) => {
    const { user, order } = await ordered();
    const first = await checkout(user, order.order_code);
    expect((await change(user, order.order_code)).status).toBeLessThan(300);
    expect(states(first)).toEqual(['expired']);
    const other = await ordered();
    const second = await checkout(other.user, other.order.order_code);
    service.answer = { status: 500, body: {} };
    expect((await change(other.user, other.order.order_code)).status).toBeLessThan(300);
    expect(states(second)).toEqual(['open']);
    expect(lines.join()).toContain('cardApi.502');
  });

  test('the same order made again closes none', async () => {
    const { user, order } = await ordered();
    const first = await checkout(user, order.order_code);
    expect((await postOrder(app, user)).status).toBe(201);
    expect(states(first)).toEqual(['open']);
  });

  test('an order that is replaced while its checkout is made is paid as it is then', async () => {
    const { user, order } = await ordered();
    app.beforeTransaction(() => postOrder(app, user, { tariff_change: 'business', payment_months: 1 }));
    const answer = await checkout(user, order.order_code);
    const made = service.asked.filter(({ path }) => path === '/v1/checkout/sessions').map(({ form }) => form.get('metadata[tariff]'));
    expect(made).toEqual(['family', 'business']);
    expect(states(answer)).toEqual(['open']);
    expect([...service.sessions.values()].at(-2)?.status).toBe('expired');
  });

  test('no second one is open once the first is paid, though its message is still to come', async () => {
    const { user, order } = await ordered();
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
});
