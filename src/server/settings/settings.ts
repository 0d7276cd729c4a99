import * as z from 'zod/mini';
import { email, password } from '#contract/fields.ts';
import { GRACE_MAX, ORDER_NOTICE_MAX } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { isPostgresUrl } from '../db/postgres-address.ts';
import { readFilesUrl } from '../ports/files-url.ts';
import { accessKey, address, isNetwork, isOrigin, metricsToken, number, onOff, SENDER, text, whole } from './schemas.ts';

const PORT_MAX = 65_535;
const WRITES_MAX = 1_000_000;
const RETENTION_DAYS_MAX = 3_650;
const POOL_MAX = 1_000;
const SLOW_MAX = 3_600_000;
const IN_FLIGHT_MAX = 100_000;
const DRAIN_MAX = 300;
const START_MAX = 3_600;

export const DEFAULT_MAIL_FROM = 'Carnet <carnet@localhost>';

/** Chapters of the table of settings in docs/operations.md. */
export type Chapter =
  | 'Server and proxy'
  | 'Database'
  | 'Object store'
  | 'Emails'
  | 'Telegram'
  | 'Administrators and orders'
  | 'Cards'
  | 'Limits'
  | 'Log'
  | 'Metrics';

interface Facts {
  chapter: Chapter;
  /** What the value should be, for the message about an invalid one. */
  expected: string;
  /** What the setting is for, for the table; Markdown. */
  about: string;
  /** What applies without a value, if the schema does not say it; Markdown. */
  without?: string;
  /** Whether the value can be read from a file, which `<name>_FILE` names. */
  isSecret?: true;
}

const setting = <Schema extends z.ZodMiniType>(schema: Schema, facts: Facts): Facts & { schema: Schema } => ({ schema, ...facts });

/** The settings, by chapter; all are optional environment variables. */
export const SETTINGS = {
  HOST: setting(z._default(address, '0.0.0.0'), {
    chapter: 'Server and proxy',
    expected: 'an address to listen on, like 0.0.0.0 or ::1, without a port',
    about: 'Address to listen on',
  }),
  PORT: setting(whole(PORT_MAX, 3000), {
    chapter: 'Server and proxy',
    expected: 'a number from 0 to 65535 (0 picks a free port)',
    about: 'Port to listen on; `0` picks a free one and prints it',
  }),
  PUBLIC_URL: setting(z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isOrigin))), {
    chapter: 'Server and proxy',
    expected:
      'the address that people type, like https://carnet.example.com, without a path after the host: Carnet does not run under a path such as /carnet, give it a host name of its own',
    about: 'The address that people type, like `https://carnet.example.com`, without a path. Used in links and emails',
    without: 'address of the server',
  }),
  DATA_DIR: setting(z._default(z.string(), 'data'), {
    chapter: 'Server and proxy',
    expected: 'a folder',
    about: 'Folder of the SQLite database, of the emails that are written to files, and of temporary files',
  }),
  TRUST_PROXY: setting(
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((value) => value.split(',').every(isNetwork)),
      ),
    ),
    {
      chapter: 'Server and proxy',
      expected: 'addresses or networks, separated by commas, like 10.0.0.1, 192.168.0.0/16',
      about:
        'Proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`, separated by commas',
    },
  ),
  HSTS_SUBDOMAINS: setting(onOff('off'), {
    chapter: 'Server and proxy',
    expected: 'on or off',
    about:
      '`on` adds `includeSubDomains` to the HSTS header, which is sent when `PUBLIC_URL` is https: browsers then require https for all its subdomains',
  }),
  DRAIN_SECONDS: setting(whole(DRAIN_MAX, 5), {
    chapter: 'Server and proxy',
    expected: 'a number of seconds from 0 to 300',
    about: 'Seconds between SIGTERM and shutdown, in which a proxy notices it; at most 300. `0` for a single process',
  }),
  DATABASE_URL: setting(z.optional(z.string().check(z.trim(), z.refine(isPostgresUrl))), {
    chapter: 'Database',
    expected: 'like postgres://user:password@host:5432/carnet, with special characters of user and password percent-encoded',
    about:
      '`postgres://user:password@host:5432/carnet`: PostgreSQL instead of SQLite; special characters in user and password are percent-encoded',
    isSecret: true,
  }),
  DATABASE_POOL: setting(whole(POOL_MAX, 10, 1), {
    chapter: 'Database',
    expected: 'a number of connections from 1 to 1000',
    about: 'Connections to PostgreSQL of each process, 1 to 1000',
  }),
  DATABASE_POOLER: setting(z._default(z.enum(['none', 'transaction']), 'none'), {
    chapter: 'Database',
    expected: 'none, or transaction behind a connection pooler in transaction mode, such as PgBouncer',
    about: '`transaction` behind a connection pooler in transaction mode, such as PgBouncer',
  }),
  DATABASE_PREPARED: setting(onOff('on'), {
    chapter: 'Database',
    expected: 'on or off',
    about: '`off` sends statements without names, for poolers that do not keep those of their clients apart (PgBouncer before 1.21)',
  }),
  START_TIMEOUT: setting(whole(START_MAX, 60), {
    chapter: 'Database',
    expected: 'a number of seconds from 0 (try once) to 3600',
    about: 'Seconds to wait for PostgreSQL on startup; `0` tries once',
  }),
  RUN_MIGRATIONS: setting(onOff('on'), {
    chapter: 'Database',
    expected: 'on or off',
    about: '`off`: a start with pending migrations ends with a message; `carnet migrate` runs them',
  }),
  FILES_URL: setting(z.optional(z.string().check(z.refine((value) => readFilesUrl(value) !== undefined))), {
    chapter: 'Object store',
    expected:
      'like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, without credentials; the endpoint has no path, the prefix only letters, digits and . _ - /, and without an endpoint the region of Amazon S3 is needed',
    about:
      '`s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1`: an S3-compatible store for photos instead of the database',
  }),
  FILES_ACCESS_KEY_ID: setting(accessKey, {
    chapter: 'Object store',
    expected: 'the access key of the object store, without spaces',
    about: 'Access key of that store',
    isSecret: true,
  }),
  FILES_SECRET_ACCESS_KEY: setting(accessKey, {
    chapter: 'Object store',
    expected: 'the secret key of the object store, without spaces',
    about: 'Secret key of that store',
    isSecret: true,
  }),
  SMTP_URL: setting(z.optional(z.url({ protocol: /^smtps?$/ })), {
    chapter: 'Emails',
    expected: 'like smtps://user:password@mail.example.com:465',
    about: '`smtps://user:password@mail.example.com:465`: sends emails instead of writing them to files',
    isSecret: true,
  }),
  MAIL_FROM: setting(z._default(z.string().check(z.trim(), z.regex(SENDER)), DEFAULT_MAIL_FROM), {
    chapter: 'Emails',
    expected: 'an email address, like Carnet <carnet@example.com>',
    about: 'Sender of emails; mail servers reject the default',
  }),
  CONTACT_EMAIL: setting(z.optional(z.email()), {
    chapter: 'Emails',
    expected: 'an email address, like owner@example.com',
    about:
      'Who receives contact messages by email; without it they are only shown in the admin panel. Published in `/.well-known/security.txt`',
  }),
  MESSAGE_RETENTION_DAYS: setting(whole(RETENTION_DAYS_MAX, 365), {
    chapter: 'Emails',
    expected: 'a number of days from 0 (keep all) to 3650',
    about: 'Days after which answered contact messages and their replies are deleted, at most 3650; `0` keeps them',
  }),
  TELEGRAM_TOKEN: setting(z.optional(z.string().check(z.trim(), z.regex(/^\d+:[\w-]+$/))), {
    chapter: 'Telegram',
    expected: 'the token that @BotFather gave for the bot, like 123456789:AAF…',
    about: 'Token of a Telegram bot, from @BotFather: people can then get their reminders there',
    isSecret: true,
  }),
  REGISTRATION: setting(z._default(z.enum(['open', 'closed']), 'open'), {
    chapter: 'Administrators and orders',
    expected: 'open or closed',
    about: '`closed`: visitors cannot register, and `carnet user EMAIL` creates accounts',
  }),
  ADMIN_EMAIL: setting(z.optional(email), {
    chapter: 'Administrators and orders',
    expected: 'like admin@example.com',
    about: 'Login of the first administrator; the default has no mailbox',
    without: '`admin@carnet.local`',
  }),
  ADMIN_PASSWORD: setting(z.optional(password), {
    chapter: 'Administrators and orders',
    expected: 'at least 8 characters with A-Z, a-z, 0-9 and one of !@#$%^&*(), no Cyrillic',
    about:
      'Password of `ADMIN_EMAIL`, which must be set too; applied when the account is created and when this setting has changed. Without it the first start generates one',
    isSecret: true,
  }),
  ORDER_GRACE_MINUTES: setting(whole(GRACE_MAX / MINUTE, 30), {
    chapter: 'Administrators and orders',
    expected: 'a number of minutes from 0 to 1440',
    about: 'Minutes from a confirmed payment until the tariff starts by itself, at most 1440',
  }),
  ORDER_NOTICE_MINUTES: setting(whole(ORDER_NOTICE_MAX / MINUTE, 15), {
    chapter: 'Administrators and orders',
    expected: 'a number of minutes from 0 (no emails) to 1440',
    about: 'Minutes between two emails to the administrators about new orders, at most 1440; `0` sends none',
  }),
  CARD_PAYMENT: setting(onOff('off'), {
    chapter: 'Cards',
    expected: 'on or off',
    about: '`on` offers payment by card; needs the two keys',
  }),
  STRIPE_SECRET_KEY: setting(text, {
    chapter: 'Cards',
    expected: 'a key of the Stripe account',
    about: 'Secret key of the Stripe account',
    isSecret: true,
  }),
  STRIPE_WEBHOOK_SECRET: setting(text, {
    chapter: 'Cards',
    expected: 'the secret of the Stripe webhook',
    about: 'Secret of its webhook `/api/payments/webhook`',
    isSecret: true,
  }),
  MAX_IN_FLIGHT: setting(whole(IN_FLIGHT_MAX, 1_000, 1), {
    chapter: 'Limits',
    expected: 'a number of requests from 1 to 100000',
    about: 'Requests that a process works on at once; further ones are answered with 503',
  }),
  WRITES_PER_MINUTE: setting(whole(WRITES_MAX, 600), {
    chapter: 'Limits',
    expected: 'a number from 0 (no limit) to 1000000',
    about: 'Writes per account and minute in each process, over all endpoints; further ones are answered with 429; `0` is no limit',
  }),
  PUBLIC_WRITES_PER_MINUTE: setting(whole(WRITES_MAX, 600, 1), {
    chapter: 'Limits',
    expected: 'a number from 1 to 1000000',
    about:
      'Requests without a login that change something (login, codes, visits, contact), card messages and reads of `/metrics`, per network address, endpoint and minute in each process; further ones are answered with 429',
  }),
  LOG_LEVEL: setting(z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'), {
    chapter: 'Log',
    expected: 'one of fatal, error, warn, info, debug, trace, silent',
    about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `debug` and `trace` write the same as `info`',
  }),
  LOG_FORMAT: setting(z._default(z.enum(['text', 'json']), 'text'), {
    chapter: 'Log',
    expected: 'text or json',
    about: '`json` writes the messages on startup and shutdown as JSON lines too',
  }),
  LOG_REQUESTS: setting(onOff('off'), {
    chapter: 'Log',
    expected: 'on or off',
    about: '`on` writes a line for each request, at any `LOG_LEVEL`',
  }),
  LOG_ADDRESSES: setting(z._default(z.enum(['none', 'rejected', 'all']), 'rejected'), {
    chapter: 'Log',
    expected: 'one of none, rejected, all',
    about: 'Log lines with network addresses: `none`, those of `rejected` requests, or `all` of requests',
  }),
  SLOW_QUERY_MS: setting(whole(SLOW_MAX, 1_000), {
    chapter: 'Log',
    expected: 'a number of milliseconds from 0 (none are logged) to 3600000',
    about: 'Milliseconds from which a query is logged; `0` logs none',
  }),
  METRICS_TOKEN: setting(metricsToken, {
    chapter: 'Metrics',
    expected: 'at least 16 letters, digits or characters of . _ ~ + / = -',
    about: 'Serves metrics at `/metrics` to requests with this Bearer token; at least 16 characters',
    isSecret: true,
  }),
  METRICS_PORT: setting(z.optional(number(PORT_MAX)), {
    chapter: 'Metrics',
    expected: 'a number from 0 to 65535 (0 picks a free port)',
    about: 'Serves metrics on a separate port instead; `METRICS_TOKEN` is optional there',
  }),
  METRICS_HOST: setting(z._default(address, '127.0.0.1'), {
    chapter: 'Metrics',
    expected: 'an address to listen on, like 127.0.0.1 or ::1, without a port',
    about: 'Address of `METRICS_PORT`; needs it',
  }),
};

type Schemas = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['schema'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Schemas)[];

export const environment = z.object(Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].schema])) as Schemas);

export type Settings = z.output<typeof environment>;

/** Settings that can be read from a file, which `<name>_FILE` names. */
export const SECRETS = SETTING_NAMES.filter((name) => 'isSecret' in SETTINGS[name]);
