import { describe, expect, test } from 'vitest';
import { MESSAGE_RETENTION } from '#contract/page-content.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { problemsOf } from '#tests/support/settings.ts';
import { readConfig } from './config.ts';

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

  test('keeps answered messages for a year by default; 0 keeps them forever', () => {
    const daysOf = (value?: string) => readConfig({ MESSAGE_RETENTION_DAYS: value }).messageRetention / DAY;
    expect([daysOf(), daysOf('0'), daysOf('3650')]).toEqual([MESSAGE_RETENTION, 0, 3_650]);
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
    const named = ['SMPT_URL', 'STRIPE_SECRET_KEY_FILE', 'PORT', 'DRAIN_SECONDS', 'DATABASE_POOL', 'ADMIN_EMAIL', 'STRIPE_WEBHOOK_SECRET'];
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
      maxInFlight: 1_000,
      drain: 5_000,
      startTimeout: 60_000,
      log: { level: 'warn', isJson: false, hasRequests: false, addresses: 'rejected', slowQuery: 1_000 },
      metrics: undefined,
    });
  });

  test('are read', () => {
    const env = { DATABASE_POOL: '3', MAX_IN_FLIGHT: '50' };
    const pooler = { DATABASE_POOLER: 'transaction', DATABASE_PREPARED: 'off' };
    expect(readConfig({ ...env, ...pooler, DRAIN_SECONDS: '0', START_TIMEOUT: '7' })).toMatchObject({
      pool: 3,
      isPooled: true,
      isPrepared: false,
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
