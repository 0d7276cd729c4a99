import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { email, password } from '#contract/fields.ts';
import { GRACE_MAX } from '#contract/limits.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { CardSettings } from './ports/cards.ts';

const text = z.optional(z.string().check(z.trim(), z.minLength(1)));
const port = z._default(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number)).check(z.refine((value) => value <= 65_535)),
  3000,
);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an IP address, a network such as 10.0.0.0/8, or a network name that Fastify's `trustProxy` knows. */
function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.trim().split('/');
  if (NAMED_NETWORKS.includes(part.trim())) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const WRITES_MAX = 1_000_000;
const RETENTION_DAYS_MAX = 3_650;
const whole = (max: number, fallback: number) =>
  z._default(z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)).check(z.refine((value) => value <= max)), fallback);

/** True for scheme, host and port without a path: pages, links and cookies need the root of a host. */
const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`;

/** An address, or a name and an address in angle brackets. The domain may be a host name without a dot. */
const SENDER = /^(?:[^\s<>@,]+@[^\s<>@,]+|[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>)$/;

/** The environment variables (README, "Settings"); all are optional. */
const environment = z.object({
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: port,
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isOrigin))),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(z.string().check(z.trim(), z.regex(SENDER)), 'Carnet <carnet@localhost>'),
  CONTACT_EMAIL: z.optional(z.email()),
  MESSAGE_RETENTION_DAYS: whole(RETENTION_DAYS_MAX, 365),
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(password),
  ORDER_GRACE_MINUTES: whole(GRACE_MAX / MINUTE, 30),
  WRITES_PER_MINUTE: whole(WRITES_MAX, 600),
  HSTS_SUBDOMAINS: z._default(z.enum(['on', 'off']), 'off'),
  CARD_PAYMENT: z._default(z.enum(['on', 'off']), 'off'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  TRUST_PROXY: z.optional(
    z.string().check(
      z.trim(),
      z.refine((value) => value.split(',').every(isNetwork)),
    ),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
});

const REMEDIES: Record<string, string> = {
  PORT: 'a number from 0 to 65535 (0 picks a free port)',
  PUBLIC_URL: 'the address that people type, like https://carnet.example.com, without a path after the host',
  DATABASE_URL: 'like postgres://user:password@host:5432/carnet',
  SMTP_URL: 'like smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'an email address, like Carnet <carnet@example.com>',
  CONTACT_EMAIL: 'an email address, like owner@example.com',
  MESSAGE_RETENTION_DAYS: 'a number of days from 0 (keep all) to 3650',
  ADMIN_EMAIL: 'like admin@example.com',
  ADMIN_PASSWORD: 'at least 8 characters with A-Z, a-z, 0-9 and one of !@#$%^&*(), no Cyrillic',
  ORDER_GRACE_MINUTES: 'a number of minutes from 0 to 1440',
  WRITES_PER_MINUTE: 'a number from 0 (no limit) to 1000000',
  HSTS_SUBDOMAINS: 'on or off',
  CARD_PAYMENT: 'on or off',
  TRUST_PROXY: 'addresses or networks, separated by commas, like 10.0.0.1, 192.168.0.0/16',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
};

export interface Config {
  host: string;
  port: number;
  /** Without a trailing slash. If not set, undefined until the server listens. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Recipient of contact messages; without it they are only stored. */
  contactEmail: string | undefined;
  /** Milliseconds after which answered contact messages are deleted; 0 keeps them. */
  messageRetention: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Milliseconds from the confirmation of a payment to the start of its tariff. */
  orderGrace: number;
  /** Writes per account and minute; 0 is no limit. */
  writesPerMinute: number;
  /** Whether HSTS includes the subdomains of PUBLIC_URL. */
  hasHstsSubdomains: boolean;
  /** Undefined while card payment is off. */
  cards: CardSettings | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas. */
  trustProxy: string | false;
  logLevel: string;
}

/** An invalid setting; logged as its message alone, without a stack. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** Reads the settings from the environment. Throws a SettingError that names the first invalid setting and the expected value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new SettingError(`The setting ${name} is not valid: it should be ${REMEDIES[name] ?? 'text'}.`);
  }
  const settings = parsed.data;
  if (settings.ADMIN_PASSWORD && !settings.ADMIN_EMAIL) throw new SettingError('ADMIN_PASSWORD needs ADMIN_EMAIL as well.');
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    contactEmail: settings.CONTACT_EMAIL,
    messageRetention: settings.MESSAGE_RETENTION_DAYS * DAY,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    orderGrace: settings.ORDER_GRACE_MINUTES * MINUTE,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    hasHstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
    cards: cardsOf(settings),
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL,
  };
}

/** CARD_PAYMENT=on requires both Stripe keys. */
function cardsOf(settings: z.output<typeof environment>): CardSettings | undefined {
  if (settings.CARD_PAYMENT === 'off') return undefined;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  if (!secretKey || !webhookSecret) throw new SettingError('CARD_PAYMENT=on needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET as well.');
  return { secretKey, webhookSecret };
}
