import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { email, password } from '#contract/fields.ts';
import { GRACE_MAX, ORDER_NOTICE_MAX } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { isPostgresUrl } from '../db/postgres-address.ts';
import { readFilesUrl } from '../ports/files-url.ts';

const text = z.optional(z.string().check(z.trim(), z.minLength(1)));
const number = (max: number, min = 0) =>
  z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)).check(z.refine((value) => value >= min && value <= max));
const whole = (max: number, fallback: number, min = 0) => z._default(number(max, min), fallback);
const onOff = (fallback: 'on' | 'off') => z._default(z.enum(['on', 'off']), fallback);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an IP address, a network such as 10.0.0.0/8, or a network name that Fastify's `trustProxy` knows. */
function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.trim().split('/');
  if (NAMED_NETWORKS.includes(part.trim())) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const PORT_MAX = 65_535;
const WRITES_MAX = 1_000_000;
const RETENTION_DAYS_MAX = 3_650;
const POOL_MAX = 1_000;
const LIMIT_MAX = 3_600_000;
const IN_FLIGHT_MAX = 100_000;
const DRAIN_MAX = 300;
const START_MAX = 3_600;
const TOKEN_MIN = 16;

/** True for scheme, host and port without a path: pages, links and cookies need the root of a host. */
const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`;

/** A host name or an IP address, without a scheme or a port. */
const address = z.string().check(z.trim(), z.regex(/^[\w.-]+$|^[\da-f:.]+(%\w+)?$/i));

/** An address, or a name and an address in angle brackets. The domain may be a host name without a dot. */
export const DEFAULT_MAIL_FROM = 'Carnet <carnet@localhost>';
const SENDER = /^(?:[^\s<>@,]+@[^\s<>@,]+|[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>)$/;

/** A key of an object store, which is sent in a header. */
const accessKey = z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/)));

/** The settings (docs/operations.md); all are optional environment variables. */
export const environment = z.object({
  HOST: z._default(address, '0.0.0.0'),
  PORT: whole(PORT_MAX, 3000),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isOrigin))),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(z.string().check(z.trim(), z.refine(isPostgresUrl))),
  DATABASE_POOL: whole(POOL_MAX, 10, 1),
  DATABASE_STATEMENT_TIMEOUT: z.optional(number(LIMIT_MAX)),
  DATABASE_LOCK_TIMEOUT: z.optional(number(LIMIT_MAX)),
  DATABASE_POOLER: z._default(z.enum(['none', 'transaction']), 'none'),
  DATABASE_PREPARED: onOff('on'),
  FILES_URL: z.optional(z.string().check(z.refine((value) => readFilesUrl(value) !== undefined))),
  FILES_ACCESS_KEY_ID: accessKey,
  FILES_SECRET_ACCESS_KEY: accessKey,
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(z.string().check(z.trim(), z.regex(SENDER)), DEFAULT_MAIL_FROM),
  CONTACT_EMAIL: z.optional(z.email()),
  MESSAGE_RETENTION_DAYS: whole(RETENTION_DAYS_MAX, 365),
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(password),
  ORDER_GRACE_MINUTES: whole(GRACE_MAX / MINUTE, 30),
  ORDER_NOTICE_MINUTES: whole(ORDER_NOTICE_MAX / MINUTE, 15),
  WRITES_PER_MINUTE: whole(WRITES_MAX, 600),
  PUBLIC_WRITES_PER_MINUTE: whole(WRITES_MAX, 600, 1),
  MAX_IN_FLIGHT: whole(IN_FLIGHT_MAX, 1_000, 1),
  DRAIN_SECONDS: whole(DRAIN_MAX, 5),
  START_TIMEOUT: whole(START_MAX, 60),
  RUN_MIGRATIONS: onOff('on'),
  HSTS_SUBDOMAINS: onOff('off'),
  CARD_PAYMENT: onOff('off'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  TRUST_PROXY: z.optional(
    z.string().check(
      z.trim(),
      z.refine((value) => value.split(',').every(isNetwork)),
    ),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
  LOG_FORMAT: z._default(z.enum(['text', 'json']), 'text'),
  LOG_REQUESTS: onOff('off'),
  LOG_ADDRESSES: z._default(z.enum(['none', 'rejected', 'all']), 'rejected'),
  SLOW_QUERY_MS: whole(LIMIT_MAX, 1_000),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(TOKEN_MIN), z.regex(/^[\w.~+/=-]+$/))),
  METRICS_PORT: z.optional(number(PORT_MAX)),
  METRICS_HOST: z._default(address, '127.0.0.1'),
});

export type Settings = z.output<typeof environment>;

/** What a setting should be, for the message about an invalid one. */
export const EXPECTED: Record<keyof Settings, string> = {
  HOST: 'an address to listen on, like 0.0.0.0 or ::1, without a port',
  PORT: 'a number from 0 to 65535 (0 picks a free port)',
  PUBLIC_URL:
    'the address that people type, like https://carnet.example.com, without a path after the host: Carnet does not run under a path such as /carnet, give it a host name of its own',
  DATA_DIR: 'a folder',
  DATABASE_URL:
    'like postgres://user:password@host:5432/carnet, or with several hosts postgres://user:password@host1:5432,host2:5432/carnet?target_session_attrs=read-write (read-write, primary or any)',
  DATABASE_POOL: 'a number of connections from 1 to 1000',
  DATABASE_STATEMENT_TIMEOUT: 'a number of milliseconds from 0 (no limit) to 3600000',
  DATABASE_LOCK_TIMEOUT: 'a number of milliseconds from 0 (no limit) to 3600000',
  DATABASE_POOLER: 'none, or transaction behind a connection pooler in transaction mode, such as PgBouncer',
  DATABASE_PREPARED: 'on or off',
  FILES_URL:
    'like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, without credentials; the endpoint has no path, the prefix only letters, digits and . _ - /, and without an endpoint the region of Amazon S3 is needed',
  FILES_ACCESS_KEY_ID: 'the access key of the object store, without spaces',
  FILES_SECRET_ACCESS_KEY: 'the secret key of the object store, without spaces',
  SMTP_URL: 'like smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'an email address, like Carnet <carnet@example.com>',
  CONTACT_EMAIL: 'an email address, like owner@example.com',
  MESSAGE_RETENTION_DAYS: 'a number of days from 0 (keep all) to 3650',
  ADMIN_EMAIL: 'like admin@example.com',
  ADMIN_PASSWORD: 'at least 8 characters with A-Z, a-z, 0-9 and one of !@#$%^&*(), no Cyrillic',
  ORDER_GRACE_MINUTES: 'a number of minutes from 0 to 1440',
  ORDER_NOTICE_MINUTES: 'a number of minutes from 0 (no emails) to 1440',
  WRITES_PER_MINUTE: 'a number from 0 (no limit) to 1000000',
  PUBLIC_WRITES_PER_MINUTE: 'a number from 1 to 1000000',
  MAX_IN_FLIGHT: 'a number of requests from 1 to 100000',
  DRAIN_SECONDS: 'a number of seconds from 0 to 300',
  START_TIMEOUT: 'a number of seconds from 0 (try once) to 3600',
  RUN_MIGRATIONS: 'on or off',
  HSTS_SUBDOMAINS: 'on or off',
  CARD_PAYMENT: 'on or off',
  STRIPE_SECRET_KEY: 'a key of the Stripe account',
  STRIPE_WEBHOOK_SECRET: 'the secret of the Stripe webhook',
  TRUST_PROXY: 'addresses or networks, separated by commas, like 10.0.0.1, 192.168.0.0/16',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  LOG_FORMAT: 'text or json',
  LOG_REQUESTS: 'on or off',
  LOG_ADDRESSES: 'one of none, rejected, all',
  SLOW_QUERY_MS: 'a number of milliseconds from 0 (none are logged) to 3600000',
  METRICS_TOKEN: 'at least 16 letters, digits or characters of . _ ~ + / = -',
  METRICS_PORT: 'a number from 0 to 65535 (0 picks a free port)',
  METRICS_HOST: 'an address to listen on, like 127.0.0.1 or ::1, without a port',
};

export const SETTING_NAMES = Object.keys(EXPECTED) as (keyof Settings)[];

/** Settings that can be read from a file, which `<name>_FILE` names. */
export const SECRETS = [
  'DATABASE_URL',
  'FILES_ACCESS_KEY_ID',
  'FILES_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] as const satisfies readonly (keyof Settings)[];
