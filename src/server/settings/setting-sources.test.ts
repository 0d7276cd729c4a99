import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from '#tests/support/settings.ts';
import { readConfig } from './config.ts';
import { SECRETS, SETTING_NAMES } from './settings.ts';

const PASSWORD = 'Fr0m-settings!';

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
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['METRICS_PROT', 'METRICS_PORT'],
    ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
    ['data_dir', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
  ])('like %s is rejected with the name %s', (name, intended) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([`The setting ${name} is unknown: ${intended} is probably meant.`]);
    expect(problemsOf({ [name]: '' })).toEqual([]);
  });

  test('of a setting with one letter added, missing or different is rejected, if the name is long', () => {
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
    const values: Record<string, string> = {
      DATABASE_URL: 'postgres://carnet@localhost/carnet',
      FILES_ACCESS_KEY_ID: 'key-of-the-store',
      FILES_SECRET_ACCESS_KEY: 'secret/of+the=store',
      SMTP_URL: 'smtp://localhost',
      TELEGRAM_TOKEN: '12345:a-token',
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
