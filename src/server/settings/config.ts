import { resolve } from 'node:path';
import { DAY, MINUTE, SECOND } from '#contract/time.ts';
import type { CardSettings } from '../ports/cards.ts';
import { type FilesSettings, readFilesUrl } from '../ports/files-url.ts';
import { readSources } from './setting-sources.ts';
import { environment, SETTINGS, type Settings } from './settings.ts';

export interface MetricsConfig {
  /** Bearer token required to read the metrics; may be undefined only if they have a separate port. */
  token: string | undefined;
  /** Address of a separate listener for metrics; if undefined, the main listener serves them at /metrics. */
  listen: { host: string; port: number } | undefined;
}

export interface LogConfig {
  level: string;
  /** Whether messages on startup and shutdown are JSON as well. */
  isJson: boolean;
  hasRequests: boolean;
  /** Which lines contain the network address of the client. */
  addresses: 'none' | 'rejected' | 'all';
  /** Milliseconds from which a query is logged; 0 logs none. */
  slowQuery: number;
}

export interface Config {
  host: string;
  port: number;
  /** Without a trailing slash. If not set, undefined until the server listens. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Connections to PostgreSQL. */
  pool: number;
  /** Whether connections to PostgreSQL go through a pooler in transaction mode. */
  isPooled: boolean;
  /** Whether statements for PostgreSQL are prepared under a name. */
  isPrepared: boolean;
  /** Milliseconds to wait for PostgreSQL on startup. */
  startTimeout: number;
  /** Whether the start runs pending migrations, or ends if there are any. */
  runsMigrations: boolean;
  /** Object store of photos; undefined to store them in the database. */
  files: FilesSettings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Undefined without Telegram. */
  telegramToken: string | undefined;
  /** Recipient of contact messages; without it they are only stored. */
  contactEmail: string | undefined;
  /** Milliseconds after which answered contact messages are deleted; 0 keeps them. */
  messageRetention: number;
  /** Whether visitors may create accounts. */
  isRegistrationOpen: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Milliseconds from the confirmation of a payment to the start of its tariff. */
  orderGrace: number;
  /** Milliseconds between two emails about new orders; 0 sends none. */
  orderNotice: number;
  /** Writes per account and minute; 0 is no limit. */
  writesPerMinute: number;
  /** Public writes per network address, endpoint and minute. */
  publicWritesPerMinute: number;
  maxInFlight: number;
  /** Milliseconds between SIGTERM and the end of the server, in which a proxy notices it. */
  drain: number;
  /** Whether HSTS includes the subdomains of PUBLIC_URL. */
  hasHstsSubdomains: boolean;
  /** Undefined while card payment is off. */
  cards: CardSettings | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas. */
  trustProxy: string | false;
  log: LogConfig;
  /** Undefined while metrics are off. */
  metrics: MetricsConfig | undefined;
}

/** Invalid settings; logged as the message alone, without a stack. */
export class SettingError extends Error {
  override name = 'SettingError';
  /** One sentence each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads the settings from the environment. Throws a SettingError that names each invalid setting and the expected value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, problems, unread } = readSources(env);
  const parsed = environment.safeParse(values);
  const invalid = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]) as keyof Settings));
  const all = [
    ...problems,
    ...[...invalid].map((name) => `The setting ${name} is not valid: it should be ${SETTINGS[name].expected}.`),
    ...missing(values, unread),
    ...samePorts(values),
  ];
  if (all.length > 0 || !parsed.success) throw new SettingError(all);
  return configOf(parsed.data);
}

/** Problems with missing settings that another setting requires, except those whose file could not be read (reported already). */
function missing(values: Record<string, string>, unread: ReadonlySet<string>): string[] {
  const isMissing = (name: string): boolean => !(name in values) && !unread.has(name);
  const problems: string[] = [];
  if (values.ADMIN_PASSWORD && isMissing('ADMIN_EMAIL')) problems.push('ADMIN_PASSWORD needs ADMIN_EMAIL as well.');
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].filter(isMissing);
  if (values.CARD_PAYMENT === 'on' && keys.length > 0) problems.push(`CARD_PAYMENT=on needs ${keys.join(' and ')} as well.`);
  const accessKeys = ['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'].filter(isMissing);
  if (values.FILES_URL && accessKeys.length > 0) problems.push(`FILES_URL needs ${accessKeys.join(' and ')} as well.`);
  if (values.METRICS_HOST && isMissing('METRICS_PORT')) problems.push('METRICS_HOST needs METRICS_PORT as well.');
  return problems;
}

/** Both would listen on the same port; 0 is any free one. */
function samePorts({ PORT = '3000', METRICS_PORT }: Record<string, string>): string[] {
  return METRICS_PORT === PORT && PORT !== '0' ? ['METRICS_PORT must differ from PORT.'] : [];
}

function configOf(settings: Settings): Config {
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    pool: settings.DATABASE_POOL,
    isPooled: settings.DATABASE_POOLER === 'transaction',
    isPrepared: settings.DATABASE_PREPARED === 'on',
    startTimeout: settings.START_TIMEOUT * SECOND,
    runsMigrations: settings.RUN_MIGRATIONS === 'on',
    files: filesOf(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    telegramToken: settings.TELEGRAM_TOKEN,
    contactEmail: settings.CONTACT_EMAIL,
    messageRetention: settings.MESSAGE_RETENTION_DAYS * DAY,
    isRegistrationOpen: settings.REGISTRATION === 'open',
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    orderGrace: settings.ORDER_GRACE_MINUTES * MINUTE,
    orderNotice: settings.ORDER_NOTICE_MINUTES * MINUTE,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    publicWritesPerMinute: settings.PUBLIC_WRITES_PER_MINUTE,
    maxInFlight: settings.MAX_IN_FLIGHT,
    drain: settings.DRAIN_SECONDS * SECOND,
    hasHstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
    cards: cardsOf(settings),
    trustProxy: settings.TRUST_PROXY ?? false,
    log: {
      level: settings.LOG_LEVEL,
      isJson: settings.LOG_FORMAT === 'json',
      hasRequests: settings.LOG_REQUESTS === 'on',
      addresses: settings.LOG_ADDRESSES,
      slowQuery: settings.SLOW_QUERY_MS,
    },
    metrics: metricsOf(settings),
  };
}

function cardsOf({ CARD_PAYMENT, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Settings): CardSettings | undefined {
  return CARD_PAYMENT === 'on' && secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined;
}

function filesOf({
  FILES_URL,
  FILES_ACCESS_KEY_ID: accessKeyId,
  FILES_SECRET_ACCESS_KEY: secretAccessKey,
}: Settings): FilesSettings | undefined {
  const place = FILES_URL === undefined ? undefined : readFilesUrl(FILES_URL);
  return place && accessKeyId && secretAccessKey ? { ...place, accessKeyId, secretAccessKey } : undefined;
}

function metricsOf({ METRICS_TOKEN: token, METRICS_PORT: port, METRICS_HOST: host }: Settings): MetricsConfig | undefined {
  if (token === undefined && port === undefined) return undefined;
  return { token, listen: port === undefined ? undefined : { host, port } };
}
