import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Language } from '#contract/languages.ts';
import { AppError } from '../app-error.ts';

/** The order data that is sent to the card service and returned in its messages. */
export interface CardOrder {
  code: string;
  tariff: string;
  months: number;
  /** US cents. */
  cents: number;
}

export interface Checkout extends CardOrder {
  /** Product name on the payment page. */
  description: string;
  email: string;
  language: Language;
  /** URL to which the card service redirects after payment or cancellation. */
  returnTo: string;
  /** When the checkout expires, in milliseconds since the epoch; at least 30 minutes ahead. */
  expiresAt: number;
  /** Distinguishes a new checkout from a repeated request with the same content. */
  attempt: number;
}

/** A received payment. */
export interface CardPayment extends CardOrder {
  /** The same in repeated messages about one payment. */
  paymentId: string;
  /** ISO 4217, lower case. */
  currency: string;
}

export interface Cards {
  /**
   * Creates a payment page for the order. The same content, expiry and attempt return the same page, even in other processes. Throws
   * cardApi.502 if the service fails or is unreachable.
   */
  createCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** Closes a checkout. Returns `complete` if it is paid or its payment is in progress; throws cardApi.502 if its state is unknown. */
  closeCheckout(id: string): Promise<'closed' | 'complete'>;
  /** Returns the payment in a signed message, or undefined for other messages; throws cardApi.signature if the signature is invalid. */
  readMessage(body: Buffer, signature: string): Promise<CardPayment | undefined>;
}

export interface CardSettings {
  secretKey: string;
  webhookSecret: string;
  /** Overrides the address of the service, for tests. */
  api?: { host: string; port: number; protocol: 'http' };
}

/** Milliseconds per attempt. A user is waiting, so there is only one retry: 20 seconds in total. */
const TIMEOUT = 10_000;
const RETRIES = 1;
/** Limits of requests that close or read a checkout, because another action of the user waits for them. */
const QUICK = { timeout: 4_000, maxNetworkRetries: 0 };
const BAD_REQUEST = 400;
/** Stripe Checkout does not support Ukrainian; `auto` is the browser's language. */
const LOCALES: Record<Language, 'auto' | 'ru' | 'en'> = { ua: 'auto', ru: 'ru', en: 'en' };

/** Stripe Checkout through the official library, which is loaded on first use. */
export function stripeCards({ secretKey, webhookSecret, api = undefined }: CardSettings): Cards {
  let client: Promise<Stripe> | undefined;
  const stripe = (): Promise<Stripe> => {
    client ??= import('stripe').then(
      ({ Stripe: Library }) => new Library(secretKey, { timeout: TIMEOUT, maxNetworkRetries: RETRIES, telemetry: false, ...api }),
    );
    return client;
  };
  return {
    async createCheckout(checkout) {
      const service = await stripe();
      const params = sessionParams(checkout);
      const session = await service.checkout.sessions.create(params, { idempotencyKey: keyOf(params, checkout.attempt) }).catch(unanswered);
      if (!session.url) throw new AppError('cardApi.502');
      return { id: session.id, url: session.url };
    },

    async closeCheckout(id) {
      const { sessions } = (await stripe()).checkout;
      // Stripe answers 400 if the checkout is not open.
      const { status } = await sessions
        .expire(id, {}, QUICK)
        .catch((error: Stripe.errors.StripeError) =>
          error.statusCode === BAD_REQUEST ? sessions.retrieve(id, {}, QUICK).catch(unanswered) : unanswered(error),
        );
      if (status === 'expired') return 'closed';
      if (status === 'complete') return 'complete';
      throw new AppError('cardApi.502');
    },

    async readMessage(body, signature) {
      const service = await stripe();
      try {
        return paymentOf(await service.webhooks.constructEventAsync(body, signature, webhookSecret));
      } catch (cause) {
        throw new AppError('cardApi.signature', { cause });
      }
    },
  };
}

function unanswered(cause: unknown): never {
  throw new AppError('cardApi.502', { cause });
}

function sessionParams({ code, tariff, months, cents, description, email, language, returnTo, expiresAt }: Checkout) {
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: description } } }],
    client_reference_id: code,
    metadata: { code, tariff, months: String(months) },
    customer_email: email,
    locale: LOCALES[language],
    success_url: returnTo,
    cancel_url: returnTo,
    expires_at: Math.floor(expiresAt / 1000),
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Stripe rejects an idempotency key that is reused with other parameters, so the key is derived from all of them. */
const keyOf = (params: object, attempt: number): string =>
  createHash('sha256')
    .update(JSON.stringify([params, attempt]))
    .digest('hex');

/** A payment is received when the checkout completes, or later with delayed payment methods; all other events are ignored. */
function paymentOf(event: Stripe.Event): CardPayment | undefined {
  if (event.type !== 'checkout.session.completed' && event.type !== 'checkout.session.async_payment_succeeded') return undefined;
  const { id, payment_status, metadata, amount_total, currency } = event.data.object;
  if (payment_status !== 'paid') return undefined;
  return {
    paymentId: id,
    code: metadata?.code ?? '',
    tariff: metadata?.tariff ?? '',
    months: Number(metadata?.months),
    cents: amount_total ?? 0,
    currency: currency ?? '',
  };
}
