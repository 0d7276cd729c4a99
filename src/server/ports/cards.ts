import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Language } from '#contract/languages.ts';
import { AppError } from '../app-error.ts';

/** What somebody pays for, as it is told to the card service and comes back with its message. */
export interface CardOrder {
  code: string;
  tariff: string;
  months: number;
  /** US cents. */
  cents: number;
}

export interface Checkout extends CardOrder {
  /** What the payer reads there. */
  description: string;
  email: string;
  language: Language;
  /** Where the card service leads back to. */
  returnTo: string;
  /** When it closes, in milliseconds; half an hour ahead at least. */
  expiresAt: number;
  /** Distinguishes a new checkout from a repeated request with the same content. */
  attempt: number;
}

/** Money that came. */
export interface CardPayment extends CardOrder {
  /** The same however often it is told. */
  paymentId: string;
  /** ISO 4217, lower case. */
  currency: string;
}

export interface Cards {
  /**
   * Creates a page on which the order is paid. The same content, expiry and attempt return the same page, also from other processes.
   * Throws cardApi.502 if the service does not answer.
   */
  createCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** Closes a checkout. Returns `complete` if it is paid or its payment is in progress; throws cardApi.502 if its state is unknown. */
  closeCheckout(id: string): Promise<'closed' | 'complete'>;
  /** A signed message: a payment, or undefined for what is of no interest; throws cardApi.signature. */
  readMessage(body: Buffer, signature: string): Promise<CardPayment | undefined>;
}

export interface CardSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another address of the service, for tests. */
  api?: { host: string; port: number; protocol: 'http' };
}

/** Somebody waits: one more try, and twenty seconds in all. */
const TIMEOUT = 10_000;
const RETRIES = 1;
/** For requests that close or read a checkout, since a user is waiting for another result. */
const QUICK = { timeout: 4_000, maxNetworkRetries: 0 };
const BAD_REQUEST = 400;
/** It does not speak Ukrainian: it then takes the browser's language. */
const LOCALES: Record<Language, 'auto' | 'ru' | 'en'> = { ua: 'auto', ru: 'ru', en: 'en' };

/** Stripe Checkout by the official library, which is loaded with the first use. */
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
      // Only an open checkout can be closed; otherwise the service answers 400.
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

/** The service refuses a known key with other parameters, so the key is derived from all of them. */
const keyOf = (params: object, attempt: number): string =>
  createHash('sha256')
    .update(JSON.stringify([params, attempt]))
    .digest('hex');

/** Money came with the end of the checkout, or later where a bank takes its time; everything else is of no interest. */
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
