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
}

/** Money that came. */
export interface CardPayment extends CardOrder {
  /** The same however often it is told. */
  paymentId: string;
  /** ISO 4217, lower case. */
  currency: string;
}

export interface Cards {
  /** The address of a page where the order is paid; throws cardApi.502 when the service does not answer. */
  createCheckout(checkout: Checkout): Promise<string>;
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
/** The shortest that the service allows is half an hour: who pays later begins anew with the order as it is then. */
const OPEN_FOR_SECONDS = 31 * 60;
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
    async createCheckout({ code, tariff, months, cents, description, email, language, returnTo }) {
      const service = await stripe();
      const session = await service.checkout.sessions
        .create({
          mode: 'payment',
          line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: description } } }],
          client_reference_id: code,
          metadata: { code, tariff, months: String(months) },
          customer_email: email,
          locale: LOCALES[language],
          success_url: returnTo,
          cancel_url: returnTo,
          expires_at: Math.floor(Date.now() / 1000) + OPEN_FOR_SECONDS,
        })
        .catch((cause: unknown) => {
          throw new AppError('cardApi.502', { cause });
        });
      if (!session.url) throw new AppError('cardApi.502');
      return session.url;
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
