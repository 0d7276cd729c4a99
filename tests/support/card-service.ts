/** The card service on the loopback: takes requests for a checkout, and signs messages as the service does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { Order } from '#contract/orders.ts';
import type { CardSettings } from '#server/ports/cards.ts';
import type { Answer, TestApp } from './app.ts';

export const CARD_KEYS = { secretKey: 'sk_test_of_nobody', webhookSecret: 'whsec_of_nobody' };

export interface CardService {
  settings: CardSettings;
  /** What a checkout was asked for with, oldest first. */
  asked: { path: string; authorization: string | undefined; key: string | string[] | undefined; form: URLSearchParams }[];
  /** What it answers; the address of a page at first. */
  answer: { status: number; body: unknown };
  close(): Promise<void>;
}

export const CHECKOUT_URL = 'https://checkout.example.com/c/1';
export const aPage = { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: CHECKOUT_URL } };

export async function cardService(): Promise<CardService> {
  const asked: CardService['asked'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, 'idempotency-key': key } = request.headers;
    asked.push({ path: request.url ?? '', authorization, key, form: new URLSearchParams(body) });
    response.writeHead(service.answer.status, { 'content-type': 'application/json' });
    response.end(typeof service.answer.body === 'string' ? service.answer.body : JSON.stringify(service.answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: CardService = {
    settings: { ...CARD_KEYS, api: { host: '127.0.0.1', port, protocol: 'http' } },
    asked,
    answer: aPage,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

let payments = 0;
/** What the service tells of a payment for an order; each has an id of its own unless it is given. */
export function cardMessage(
  { order_code, tariff_change, payment_months, amount_due }: Pick<Order, 'order_code' | 'tariff_change' | 'payment_months' | 'amount_due'>,
  overrides: Record<string, unknown> = {},
  type = 'checkout.session.completed',
): string {
  payments += 1;
  return JSON.stringify({
    id: `evt_${payments}_${type}`,
    object: 'event',
    type,
    data: {
      object: {
        id: `cs_${process.pid}_${payments}`,
        object: 'checkout.session',
        payment_status: 'paid',
        amount_total: Math.round(amount_due * 100),
        currency: 'usd',
        metadata: { code: order_code, tariff: tariff_change, months: String(payment_months) },
        ...overrides,
      },
    },
  });
}

const library = new Stripe(CARD_KEYS.secretKey);
/** As the service signs; `at` in seconds, now unless told. */
export const cardSignature = (payload: string, at?: number, secret: string = CARD_KEYS.webhookSecret): string =>
  library.webhooks.generateTestHeaderString({ payload, secret, ...(at === undefined ? {} : { timestamp: at }) });

/** A message as it arrives. */
export const postMessage = (app: Pick<TestApp, 'request'>, payload: string, signature = cardSignature(payload)): Promise<Answer> =>
  app.request('POST', '/api/payments/webhook', {
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });
