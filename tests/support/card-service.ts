/** A fake card service on the loopback interface: accepts checkout requests, and signs messages like the real one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { Order } from '#contract/orders.ts';
import type { CardSettings } from '#server/ports/cards.ts';
import type { Answer, TestApp } from './app.ts';

export const CARD_KEYS = { secretKey: 'sk_test_of_nobody', webhookSecret: 'whsec_of_nobody' };

interface CardAnswer {
  status: number;
  body: unknown;
}

export interface CardSession {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
}

export interface CardService {
  settings: CardSettings;
  /** Checkout requests received, oldest first. */
  requests: { path: string; authorization: string | undefined; key: string | string[] | undefined; form: URLSearchParams }[];
  /** Checkouts by their id. */
  sessions: Map<string, CardSession>;
  /** A fixed response to all requests; without it, checkouts are stored as in the real service. */
  answer: CardAnswer | undefined;
  close(): Promise<void>;
}

export const CHECKOUT_URL = 'https://checkout.example.com/c/1';
export const aPage = { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: CHECKOUT_URL } };

export async function cardService(): Promise<CardService> {
  const requests: CardService['requests'] = [];
  const checkouts = checkoutsOf();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, 'idempotency-key': key } = request.headers;
    requests.push({ path: request.url ?? '', authorization, key, form: new URLSearchParams(body) });
    const answer = service.answer ?? checkouts.answer(request.method, request.url ?? '', String(key), body);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: CardService = {
    settings: { ...CARD_KEYS, api: { host: '127.0.0.1', port, protocol: 'http' } },
    requests,
    sessions: checkouts.sessions,
    answer: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

let createdCount = 0;
const errorAnswer = (type: string): CardAnswer => ({ status: 400, body: { error: { type, message: 'No.' } } });

/** One checkout per idempotency key, whose parameters must not change; only an open checkout can be expired. */
function checkoutsOf() {
  const sessions = new Map<string, CardSession>();
  const checkoutByKey = new Map<string, { form: string; id: string }>();
  function create(key: string, form: string): CardAnswer {
    const before = checkoutByKey.get(key);
    if (before && before.form !== form) return errorAnswer('idempotency_error');
    if (before) return { status: 200, body: sessions.get(before.id) };
    createdCount += 1;
    const id = `cs_${process.pid}_made_${createdCount}`;
    checkoutByKey.set(key, { form, id });
    const session: CardSession = { id, object: 'checkout.session', url: `${CHECKOUT_URL}/${id}`, status: 'open' };
    sessions.set(id, session);
    return { status: 200, body: session };
  }
  return {
    sessions,
    answer(method: string | undefined, path: string, key: string, form: string): CardAnswer {
      const [, id, action] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
      if (id === undefined) return create(key, form);
      const session = sessions.get(id);
      if (!session) return { status: 404, body: { error: { type: 'invalid_request_error' } } };
      if (method === 'POST' && action === 'expire') {
        if (session.status !== 'open') return errorAnswer('invalid_request_error');
        session.status = 'expired';
      }
      return { status: 200, body: session };
    },
  };
}

let payments = 0;
/** A webhook message about the payment of an order; it has its own id unless one is given. */
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
/** Signs a payload like the service; `at` is in seconds, now by default. */
export const cardSignature = (payload: string, at?: number, secret: string = CARD_KEYS.webhookSecret): string =>
  library.webhooks.generateTestHeaderString({ payload, secret, ...(at === undefined ? {} : { timestamp: at }) });

/** Sends a webhook message to the application. */
export const postMessage = (app: Pick<TestApp, 'request'>, payload: string, signature = cardSignature(payload)): Promise<Answer> =>
  app.request('POST', '/api/payments/webhook', {
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });
