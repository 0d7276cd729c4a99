import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPage, CARD_KEYS, type CardService, CHECKOUT_URL, cardMessage, cardService, cardSignature } from '#tests/support/card-service.ts';
import { type Cards, type Checkout, stripeCards } from './cards.ts';

const ORDER = { order_code: '22222222', tariff_change: 'family' as const, payment_months: 3, amount_due: 9 };
const CHECKOUT: Checkout = {
  code: '22222222',
  tariff: 'family',
  months: 3,
  cents: 900,
  description: 'Тариф «Сімейний»',
  email: 'olena@example.com',
  language: 'ru',
  returnTo: 'https://carnet.example.com/user',
  expiresAt: 1_900_000_000_999,
  attempt: 0,
};
const SIX_MINUTES = 360;

describe('createCheckout and closeCheckout', () => {
  let service: CardService;
  let cards: Cards;
  beforeAll(async () => {
    service = await cardService();
    cards = stripeCards(service.settings);
  });
  beforeEach(() => {
    service.requests.length = 0;
    service.answer = aPage;
  });
  afterAll(() => service.close());

  test('sends the data that later identifies the payment', async () => {
    expect(await cards.createCheckout(CHECKOUT)).toEqual({ id: 'cs_1', url: CHECKOUT_URL });
    const [{ path, authorization, form }] = service.requests as [CardService['requests'][number]];
    expect({ path, authorization }).toEqual({ path: '/v1/checkout/sessions', authorization: `Bearer ${CARD_KEYS.secretKey}` });
    expect(Object.fromEntries(form)).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][product_data][name]': 'Тариф «Сімейний»',
      client_reference_id: '22222222',
      'metadata[code]': '22222222',
      'metadata[tariff]': 'family',
      'metadata[months]': '3',
      customer_email: 'olena@example.com',
      locale: 'ru',
      success_url: 'https://carnet.example.com/user',
      cancel_url: 'https://carnet.example.com/user',
      expires_at: '1900000000',
    });
  });

  test('uses the same idempotency key for the same content and attempt, and a different one otherwise', async () => {
    service.answer = undefined;
    const first = await cards.createCheckout(CHECKOUT);
    expect(await cards.createCheckout({ ...CHECKOUT })).toEqual(first);
    const others: Partial<Checkout>[] = [
      { code: '33333333' },
      { tariff: 'business' },
      { months: 4 },
      { cents: 901 },
      { description: 'x' },
      { email: 'x@example.com' },
      { language: 'en' },
      { returnTo: 'https://x.example.com' },
      { expiresAt: CHECKOUT.expiresAt + 60_000 },
      { attempt: 1 },
    ];
    const ids = new Set([first.id]);
    for (const other of others) ids.add((await cards.createCheckout({ ...CHECKOUT, ...other })).id);
    expect(ids.size).toBe(1 + others.length);
  });

  test('closes an open checkout and reports whether a closed one is complete', async () => {
    service.answer = undefined;
    const { id } = await cards.createCheckout({ ...CHECKOUT, attempt: 2 });
    const session = service.sessions.get(id);
    expect([await cards.closeCheckout(id), session?.status]).toEqual(['closed', 'expired']);
    expect(await cards.closeCheckout(id)).toBe('closed');
    if (session) session.status = 'complete';
    expect(await cards.closeCheckout(id)).toBe('complete');
    service.answer = { status: 500, body: {} };
    await expect(cards.closeCheckout(id)).rejects.toMatchObject({ code: 'cardApi.502' });
  });

  test.each([
    ['a declined card', { status: 402, body: { error: { type: 'card_error', message: 'No.' } } }],
    ['a server error', { status: 500, body: { error: { type: 'api_error' } } }],
    ['an invalid API key', { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }],
    ['a body that is not JSON', { status: 200, body: '<html>' }],
    ['no URL', { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: null } }],
  ])('throws 502 if the service answers with %s', async (_, answer) => {
    service.answer = answer;
    await expect(cards.createCheckout(CHECKOUT)).rejects.toMatchObject({ code: 'cardApi.502' });
  });

  test('retries once after a server error, with the same idempotency key', async () => {
    service.answer = { status: 500, body: {} };
    await expect(cards.createCheckout(CHECKOUT)).rejects.toMatchObject({ code: 'cardApi.502' });
    const keys = service.requests.map(({ key }) => key);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  test('throws 502 if the service is unreachable', async () => {
    const closed = await cardService();
    await closed.close();
    await expect(stripeCards(closed.settings).createCheckout(CHECKOUT)).rejects.toMatchObject({ code: 'cardApi.502' });
  });
});

describe('readMessage', () => {
  const cards = stripeCards(CARD_KEYS);
  const read = (payload: string, signature = cardSignature(payload)) => cards.readMessage(Buffer.from(payload), signature);

  test('returns the order and amount of a payment', async () => {
    expect(await read(cardMessage(ORDER, { id: 'cs_7' }))).toEqual({
      paymentId: 'cs_7',
      code: '22222222',
      tariff: 'family',
      months: 3,
      cents: 900,
      currency: 'usd',
    });
    expect(await read(cardMessage(ORDER, { id: 'cs_7' }, 'checkout.session.async_payment_succeeded'))).toMatchObject({ paymentId: 'cs_7' });
  });

  test.each([
    ['an unpaid checkout', { payment_status: 'unpaid' }, 'checkout.session.completed'],
    ['an expired checkout', {}, 'checkout.session.expired'],
    ['a failed payment', {}, 'checkout.session.async_payment_failed'],
    ['another event', {}, 'invoice.paid'],
  ])('ignores %s', async (_, overrides, type) => {
    expect(await read(cardMessage(ORDER, overrides, type))).toBeUndefined();
  });

  const payload = cardMessage(ORDER);
  const now = Math.floor(Date.now() / 1000);
  test.each([
    ['without a signature', payload, ''],
    ['with a malformed signature', payload, 't=1,v1=0'],
    ['signed with another secret', payload, cardSignature(payload, now, 'whsec_another')],
    ['signed six minutes ago', payload, cardSignature(payload, now - SIX_MINUTES)],
    ['with a modified body', payload.replace('900', '100'), cardSignature(payload)],
    ['with a signature but invalid JSON', '{', cardSignature('{')],
    ['with a signature but no event', 'null', cardSignature('null')],
    ['with a signature but no object', '{"type":"checkout.session.completed"}', cardSignature('{"type":"checkout.session.completed"}')],
  ])('rejects a message %s', async (_, text, signature) => {
    await expect(read(text, signature)).rejects.toMatchObject({ code: 'cardApi.signature' });
  });
});
