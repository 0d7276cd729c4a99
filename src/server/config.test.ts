import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/time.ts';
import { readConfig, SettingError } from './config.ts';
import { SECRETS, SETTING_NAMES } from './settings.ts';

const PASSWORD = 'Fr0m-settings!';
const ADMIN = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: PASSWORD };
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };

describe('readConfig', () => {
  test('requires no setting', () => {
    for (const env of [{}, { ADMIN_EMAIL: '', ADMIN_PASSWORD: ' ', ORDER_GRACE_MINUTES: '', CARD_PAYMENT: '', STRIPE_SECRET_KEY: '' }])
      expect(readConfig(env)).toMatchObject({ adminEmail: undefined, adminPassword: undefined, orderGrace: 30 * MINUTE, cards: undefined });
  });

  test('lowercases the email of the administrator and keeps the password unchanged', () => {
    expect(readConfig({ ...ADMIN, ADMIN_EMAIL: ' Boss@Example.com ' })).toMatchObject({
      adminEmail: 'boss@example.com',
      adminPassword: PASSWORD,
    });
    expect(readConfig({ ADMIN_EMAIL: 'boss@example.com' })).toMatchObject({ adminEmail: 'boss@example.com', adminPassword: undefined });
  });

  test.each([
    ['0', 0],
    ['1440', 1440],
  ])('allows a grace period of %s minutes', (value, minutes) => {
    expect(readConfig({ ORDER_GRACE_MINUTES: value }).orderGrace).toBe(minutes * MINUTE);
  });

  test.each([
    [undefined, 15],
    ['0', 0],
    ['1440', 1440],
  ])('sends emails about new orders every %s minutes', (value, minutes) => {
    expect(readConfig({ ORDER_NOTICE_MINUTES: value }).orderNotice).toBe(minutes * MINUTE);
  });

  test('limits writes per account and minute, to 600 by default; 0 is no limit', () => {
    expect([{}, { WRITES_PER_MINUTE: '0' }, { WRITES_PER_MINUTE: '90' }].map((env) => readConfig(env).writesPerMinute)).toEqual([
      600, 0, 90,
    ]);
  });

  test('limits public writes per address and minute, to 600 by default', () => {
    expect([{}, { PUBLIC_WRITES_PER_MINUTE: '200' }].map((env) => readConfig(env).publicWritesPerMinute)).toEqual([600, 200]);
    expect(() => readConfig({ PUBLIC_WRITES_PER_MINUTE: '0' })).toThrow('a number from 1 to 1000000');
  });

  test('reads from a replica only with PostgreSQL', () => {
    const [DATABASE_URL, DATABASE_READ_URL] = ['postgres://carnet@one/carnet', 'postgres://carnet@two/carnet'];
    expect(readConfig({ DATABASE_URL }).replica).toBe(undefined);
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL }).replica).toEqual({ url: DATABASE_READ_URL, maxLag: 50 });
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL, DATABASE_READ_MAX_LAG: '20' }).replica?.maxLag).toBe(20);
    expect(() => readConfig({ DATABASE_READ_URL })).toThrow('only PostgreSQL has standbys, SQLite has none');
    expect(() => readConfig({ DATABASE_URL, DATABASE_READ_MAX_LAG: '20' })).toThrow('DATABASE_READ_MAX_LAG needs DATABASE_READ_URL');
    for (const url of ['postgres://one,two/carnet', 'postgres://one/carnet?target_session_attrs=standby', 'mysql://one/carnet'])
      expect(() => readConfig({ DATABASE_URL, DATABASE_READ_URL: url })).toThrow('DATABASE_READ_URL');
  });

  test('keeps answered messages for a year by default; 0 keeps them forever', () => {
    const daysOf = (value?: string) => readConfig({ MESSAGE_RETENTION_DAYS: value }).messageRetention / DAY;
    expect([daysOf(), daysOf('0'), daysOf('3650')]).toEqual([365, 0, 3_650]);
    for (const value of ['3651', '-1', '1.5', 'year'])
      expect(() => readConfig({ MESSAGE_RETENTION_DAYS: value })).toThrow('MESSAGE_RETENTION_DAYS is not valid');
  });

  test.each(['https://carnet.example.com', 'https://carnet.example.com/', 'http://10.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts the public address %s and removes a trailing slash',
    (url) => {
      expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url.replace(/\/$/, ''));
    },
  );

  test.each(['carnet@example.com', 'Carnet <carnet@localhost>', '"Carnet, the book" <carnet@example.com>', '<carnet@example.com>'])(
    'accepts the sender %s',
    (sender) => {
      expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    },
  );

  test.each(['10.0.0.1', '10.0.0.0/8, 192.168.1.1', 'loopback', '::1, fd00::/8'])('accepts %s as trusted proxies', (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value);
  });

  test('enables card payment only with the switch and both keys', () => {
    expect([readConfig(KEYS).cards, readConfig({ ...KEYS, CARD_PAYMENT: 'off' }).cards]).toEqual([undefined, undefined]);
    expect(readConfig({ ...KEYS, CARD_PAYMENT: 'on' }).cards).toEqual({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none' });
  });

  test.each<[string, Record<string, string>]>([
    ['ADMIN_PASSWORD', { ...ADMIN, ADMIN_PASSWORD: 'weak' }],
    ['ADMIN_PASSWORD', { ...ADMIN, ADMIN_PASSWORD: 'Пароль-Kite7!wombat' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: PASSWORD }],
    ['ADMIN_EMAIL', { ...ADMIN, ADMIN_EMAIL: 'boss' }],
    ['ORDER_GRACE_MINUTES', { ORDER_GRACE_MINUTES: '1441' }],
    ['ORDER_NOTICE_MINUTES', { ORDER_NOTICE_MINUTES: '1441' }],
    ['ORDER_GRACE_MINUTES', { ORDER_GRACE_MINUTES: '-1' }],
    ['ORDER_GRACE_MINUTES', { ORDER_GRACE_MINUTES: '0.5' }],
    ['ORDER_GRACE_MINUTES', { ORDER_GRACE_MINUTES: 'soon' }],
    ['WRITES_PER_MINUTE', { WRITES_PER_MINUTE: '-1' }],
    ['WRITES_PER_MINUTE', { WRITES_PER_MINUTE: '1.5' }],
    ['WRITES_PER_MINUTE', { WRITES_PER_MINUTE: '1000001' }],
    ['HSTS_SUBDOMAINS', { HSTS_SUBDOMAINS: 'yes' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/carnet' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/?lang=en' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://user:word@example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'abc' }],
    ['MAIL_FROM', { MAIL_FROM: 'Carnet carnet@example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'Carnet <carnet@example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@example.com, b@example.com' }],
    ['CARD_PAYMENT', { ...KEYS, CARD_PAYMENT: 'yes' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1, proxy.example.com' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['STRIPE_SECRET_KEY', { CARD_PAYMENT: 'on', STRIPE_WEBHOOK_SECRET: 'whsec_none' }],
    ['STRIPE_WEBHOOK_SECRET', { CARD_PAYMENT: 'on', STRIPE_SECRET_KEY: 'sk_test_none' }],
  ])('reports an invalid %s in a sentence with its name, but without its value', (name, env) => {
    const read = () => readConfig(env);
    expect(read).toThrow(new RegExp(`${name}.*\\.$`));
    for (const secret of ['weak', 'Пароль', PASSWORD, 'sk_test_none', 'whsec_none']) expect(read).not.toThrow(secret);
  });
});

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof SettingError) return error.problems;
    throw error;
  }
  return [];
}

describe('all problems', () => {
  test('are reported at once', () => {
    const problems = problemsOf({
      PORT: 'http',
      DATABASE_POOL: '0',
      DRAIN_SECONDS: '-1',
      SMPT_URL: 'smtp://mail.example.com',
      CARD_PAYMENT: 'on',
      ADMIN_PASSWORD: PASSWORD,
      STRIPE_SECRET_KEY_FILE: '/nowhere/key',
    });
    const named = ['SMPT_URL', 'STRIPE_SECRET_KEY_FILE', 'PORT', 'DATABASE_POOL', 'DRAIN_SECONDS', 'ADMIN_EMAIL', 'STRIPE_WEBHOOK_SECRET'];
    expect(problems.map((problem) => named.find((name) => problem.includes(name)))).toEqual(named);
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*\.\n.*LOG_LEVEL.*\.$/);
  });

  test('of an address with a path include the reason', () => {
    expect(problemsOf({ PUBLIC_URL: 'https://example.com/carnet' })).toEqual([
      expect.stringMatching(/PUBLIC_URL.*does not run under a path.*host name of its own/),
    ]);
  });
});

describe('the numbers of operation', () => {
  test('have defaults', () => {
    expect(readConfig({})).toMatchObject({
      pool: 10,
      isPooled: false,
      isPrepared: true,
      limits: { statement: undefined, lock: undefined },
      maxInFlight: 1_000,
      drain: 5_000,
      startTimeout: 60_000,
      log: { level: 'warn', isJson: false, hasRequests: false, addresses: 'rejected', slowQuery: 1_000 },
      metrics: undefined,
    });
  });

  test('are read', () => {
    const env = { DATABASE_POOL: '3', DATABASE_STATEMENT_TIMEOUT: '7000', DATABASE_LOCK_TIMEOUT: '0', MAX_IN_FLIGHT: '50' };
    const pooler = { DATABASE_POOLER: 'transaction', DATABASE_PREPARED: 'off' };
    expect(readConfig({ ...env, ...pooler, DRAIN_SECONDS: '0', START_TIMEOUT: '7' })).toMatchObject({
      pool: 3,
      isPooled: true,
      isPrepared: false,
      limits: { statement: 7_000, lock: 0 },
      maxInFlight: 50,
      drain: 0,
      startTimeout: 7_000,
    });
  });

  test.each([
    [{ METRICS_TOKEN: 'a-token-of-16-characters' }, { token: 'a-token-of-16-characters', listen: undefined }],
    [{ METRICS_PORT: '9100' }, { token: undefined, listen: { host: '127.0.0.1', port: 9_100 } }],
    [
      { METRICS_PORT: '9100', METRICS_HOST: '::' },
      { token: undefined, listen: { host: '::', port: 9_100 } },
    ],
  ])('switch the metrics on: %j', (env, metrics) => {
    expect(readConfig(env).metrics).toEqual(metrics);
  });

  test.each<[string, Record<string, string>]>([
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['METRICS_PORT', { METRICS_HOST: '::1' }],
    ['METRICS_HOST', { METRICS_HOST: 'http://localhost', METRICS_PORT: '1' }],
    ['HOST', { HOST: 'localhost 3000' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://one,two/carnet?target_session_attrs=standby' }],
    ['DATABASE_POOL', { DATABASE_POOL: '1001' }],
    ['DATABASE_POOLER', { DATABASE_POOLER: 'session' }],
    ['DATABASE_PREPARED', { DATABASE_PREPARED: 'no' }],
    ['MAX_IN_FLIGHT', { MAX_IN_FLIGHT: '0' }],
    ['LOG_FORMAT', { LOG_FORMAT: 'pretty' }],
    ['LOG_ADDRESSES', { LOG_ADDRESSES: 'on' }],
    ['SLOW_QUERY_MS', { SLOW_QUERY_MS: 'never' }],
  ])('are checked: %s', (name, env) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(name)]);
  });
});

/** Variables of a login shell, systemd, npm, a container, Kubernetes and a CI service. */
const ORDINARY = `
  HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL SHLVL PATH PWD OLDPWD TERM TERM_PROGRAM LANG LANGUAGE LC_ALL LC_CTYPE TZ MAIL EDITOR PAGER LESS
  DISPLAY COLORTERM COLUMNS LINES PS1 IFS TMPDIR TMP TEMP XDG_DATA_HOME XDG_DATA_DIRS XDG_CONFIG_HOME XDG_RUNTIME_DIR XDG_SESSION_ID
  SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_COMMAND DEBIAN_FRONTEND
  INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID MAINPID CREDENTIALS_DIRECTORY STATE_DIRECTORY
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS UV_THREADPOOL_SIZE INIT_CWD COLOR EDITOR
  npm_command npm_config_cache npm_config_user_agent npm_config_loglevel npm_execpath npm_lifecycle_event npm_package_version
  http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY YARN_VERSION container
  KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT CARNET_PORT CARNET_PORT_3000_TCP_ADDR
  CARNET_SERVICE_HOST CARNET_SERVICE_PORT POSTGRES_PORT POSTGRES_SERVICE_HOST SMTP_PORT SMTP_HOST SMTP_SERVICE_HOST MAIL_HOST MAIL_PORT
  POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE DATABASE_HOST DATABASE_NAME
  CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_SHA RUNNER_TEMP GITLAB_CI BUILD_NUMBER JENKINS_URL
  CARNET_CHROMIUM CARNET_FIREFOX CARNET_PG_BIN CARNET_XVFB OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_ENDPOINT OTEL_LOG_LEVEL
  SENTRY_DSN AWS_REGION AWS_ACCESS_KEY_ID DOCKER_HOST COMPOSE_PROJECT_NAME POST SORT HOSTS SPORT REPORT COST PORTS
`;

describe('an unknown name', () => {
  test('of an ordinary variable is ignored', () => {
    const env = Object.fromEntries([...ORDINARY.matchAll(/\S+/g)].map(([name]) => [name, 'x']));
    expect(Object.keys(env).length).toBeGreaterThan(120);
    expect(problemsOf(env)).toEqual([]);
  });

  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['METRICS_PROT', 'METRICS_PORT'],
    ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
    ['data_dir', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
  ])('like %s is refused with the name %s', (name, intended) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([`The setting ${name} is unknown: ${intended} is probably meant.`]);
    expect(problemsOf({ [name]: '' })).toEqual([]);
  });

  test('of a setting with one letter more, less or other is refused, if the name is long', () => {
    const names = SETTING_NAMES.filter((name) => name.length >= 8);
    for (const name of names)
      for (const other of [`${name}X`, name.slice(0, -1), `X${name}`, name.replace(/.$/, 'X'), name.replace(/^(.)(.)/, '$2$1')]) {
        if (other === name) continue;
        expect(problemsOf({ [other]: 'x' }), other).toEqual([expect.stringContaining(`The setting ${other} is unknown`)]);
      }
  });
});

describe('a secret in a file', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'carnet-secrets-'));
    file = join(folder, 'secret');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['\n', '\r\n', ''])('is read without its last line break %j', (end) => {
    writeFileSync(file, `smtp://user:pass word @mail.example.com${end}`);
    expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://user:pass word @mail.example.com');
  });

  test('may be any of them', () => {
    const values: Record<(typeof SECRETS)[number], string> = {
      DATABASE_URL: 'postgres://carnet@localhost/carnet',
      DATABASE_READ_URL: 'postgres://carnet@standby/carnet',
      FILES_ACCESS_KEY_ID: 'key-of-the-store',
      FILES_SECRET_ACCESS_KEY: 'secret/of+the=store',
      SMTP_URL: 'smtp://localhost',
      ADMIN_PASSWORD: PASSWORD,
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
      METRICS_TOKEN: 'a-token-of-16-characters',
    };
    const env: Record<string, string> = {
      ADMIN_EMAIL: 'boss@example.com',
      CARD_PAYMENT: 'on',
      FILES_URL: 's3://photos?region=eu-central-1',
    };
    for (const name of SECRETS) {
      env[`${name}_FILE`] = join(folder, name);
      writeFileSync(join(folder, name), `${values[name]}\n`);
    }
    expect(readConfig(env)).toMatchObject({
      databaseUrl: values.DATABASE_URL,
      replica: { url: values.DATABASE_READ_URL },
      files: { bucket: 'photos', accessKeyId: values.FILES_ACCESS_KEY_ID, secretAccessKey: values.FILES_SECRET_ACCESS_KEY },
      smtpUrl: values.SMTP_URL,
      adminPassword: PASSWORD,
      cards: { secretKey: 'sk_test_none', webhookSecret: 'whsec_none' },
      metrics: { token: values.METRICS_TOKEN },
    });
  });

  test.each([
    ['that is missing', 'no-such-file', /SMTP_URL_FILE names, cannot be read \(ENOENT\)\.$/],
    ['that is a folder', '.', /SMTP_URL_FILE names, cannot be read \(EISDIR\)\.$/],
    ['that is empty', 'empty', /SMTP_URL_FILE names, is empty\.$/],
  ])('%s is a problem', (_, name, message) => {
    writeFileSync(join(folder, 'empty'), '\n');
    expect(problemsOf({ SMTP_URL_FILE: join(folder, name) })).toEqual([expect.stringMatching(message)]);
  });

  test('cannot be set as well, and its value is never shown', () => {
    writeFileSync(file, 'in-the-file');
    expect(problemsOf({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: file })).toEqual([
      'SMTP_URL and SMTP_URL_FILE are both set: remove one of them.',
    ]);
    expect(problemsOf({ SMTP_URL_FILE: file })).toEqual([expect.not.stringContaining('in-the-file')]);
  });
});
