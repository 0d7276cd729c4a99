/** The container, service and proxy files agree with the settings, the package and the documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ERRORS } from '#contract/errors.ts';
import { IMPORT_BYTES } from '#contract/limits.ts';
import { readConfig, SettingError } from '#server/settings/config.ts';
import { SECRETS, SETTING_NAMES } from '#server/settings/settings.ts';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string | number>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  ports?: string[];
  volumes?: string[];
  secrets?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
}

const CONTAINERFILE = read('Containerfile');
const UNIT = read('deploy/systemd/carnet.service');
const ENV_FILE = read('deploy/systemd/carnet.env');
const PROXIES = { caddy: 'deploy/caddy/Caddyfile', nginx: 'deploy/nginx/carnet.conf', haproxy: 'deploy/haproxy/haproxy.cfg' };
const COMPOSE_FILES = ['compose.yaml', 'compose.postgres.yaml'];
const composed = (file: string) => parse(read(file), { merge: true }) as Compose;
const NAMES: string[] = [...SETTING_NAMES, ...SECRETS.map((name) => `${name}_FILE`)];
const DEFAULTS = readConfig({});
/** Seconds after the drain in which a process ends (src/server/start/stop.ts). */
const LAST_DEADLINE = 8;

const unitValue = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(UNIT)?.[1];
/** Settings of the sample file, with those that are commented out. */
const sampleSettings = [...ENV_FILE.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
const activeSettings = Object.fromEntries([...ENV_FILE.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
const carnetsIn = (file: string) => Object.values(composed(file).services).filter(({ image }) => image === 'carnet');

describe('settings', () => {
  test.each(COMPOSE_FILES)('in %s exist, including those that are commented out', (file) => {
    const names = carnetsIn(file).flatMap(({ environment = {} }) => Object.keys(environment));
    const commented = [...read(file).matchAll(/# ([A-Z][A-Z_]+): \S/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(1);
    expect([...names, ...commented].filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  test('of the image and the service exist', () => {
    const image = [...CONTAINERFILE.matchAll(/^ENV ([A-Z_]+)=/gm)].map(([, name]) => name as string);
    const service = [...UNIT.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name as string);
    expect([...image, ...service, ...sampleSettings.map(({ name }) => name)].filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  test('have values that the server accepts', () => {
    expect(readConfig(activeSettings)).toMatchObject({ publicUrl: 'https://carnet.example.com', trustProxy: 'loopback' });
    const all = Object.fromEntries(sampleSettings.filter(({ name }) => !name.endsWith('_FILE')).map(({ name, value }) => [name, value]));
    expect(() => readConfig(all)).not.toThrow(SettingError);
    for (const { environment = {} } of COMPOSE_FILES.flatMap(carnetsIn)) {
      const entries = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
      const values = entries.map(([name, value]) => [name, String(value).replace(/\$\{SITE_ADDRESS[^}]*\}/, 'carnet.example.com')]);
      expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
    }
  });
});

describe('the service', () => {
  test('keeps its data in the folder that systemd creates for it', () => {
    const folder = `/var/lib/${unitValue('StateDirectory')}`;
    expect(unitValue('Environment')).toBe(`DATA_DIR=${folder}`);
    expect(activeSettings.DATA_DIR).toBe(folder);
    expect(unitValue('StateDirectoryMode')).toBe('0700');
    expect(unitValue('UMask')).toBe('0077');
  });

  test('has started when the server responds, after PostgreSQL had its time to start', () => {
    expect(unitValue('ExecStartPost')).toContain('/opt/carnet/carnet health');
    expect(Number(unitValue('TimeoutStartSec'))).toBeGreaterThan(DEFAULTS.startTimeout / 1_000);
  });

  test('gives the server time to drain and to finish', () => {
    expect(Number(unitValue('TimeoutStopSec'))).toBeGreaterThan(DEFAULTS.drain / 1_000 + LAST_DEADLINE);
  });

  test('reads the settings file that the command reads', () => {
    const file = /^settings=\$\{CARNET_ENV_FILE-(\S+)\}$/m.exec(read('scripts/carnet.sh'))?.[1] as string;
    for (const text of [UNIT, ENV_FILE, read('docs/operations.md')]) expect(text).toContain(file);
  });
});

describe('the containers', () => {
  test('are built with the Node of the packages', () => {
    const version = /^ARG BUILD_IMAGE=docker\.io\/library\/node:([\d.]+)-bookworm-slim$/m.exec(CONTAINERFILE)?.[1];
    expect(Object.values(manifest.optionalDependencies)).toEqual([version, version]);
  });

  test('do not run as root, and are told by an exit code whether they are healthy', () => {
    expect(CONTAINERFILE).toMatch(/^USER (?!0)\d+:\d+$/m);
    expect(CONTAINERFILE).toMatch(/^HEALTHCHECK .* CMD \["\/opt\/carnet\/carnet", "health"\]$/m);
    expect(CONTAINERFILE).toContain(`EXPOSE ${DEFAULTS.port}\n`);
  });

  test.each(COMPOSE_FILES)('of %s are read-only apart from the volume of DATA_DIR, and have time to stop', (file) => {
    const { volumes, secrets = {} } = composed(file);
    const data = /^ENV DATA_DIR=(.+)$/m.exec(CONTAINERFILE)?.[1] as string;
    for (const carnet of carnetsIn(file)) {
      expect(carnet).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      const [name, target] = String(carnet.volumes?.[0]).split(':');
      expect(target).toBe(data);
      expect(Object.keys(volumes)).toContain(name);
      expect(carnet.environment?.DATA_DIR).toBe(data);
      expect(Number.parseInt(carnet.stop_grace_period as string, 10)).toBeGreaterThan(DEFAULTS.drain / 1_000 + LAST_DEADLINE);
      for (const secret of carnet.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
    }
  });

  test('of PostgreSQL have a volume each, and are the upstreams of the proxy', () => {
    const { services } = composed('compose.postgres.yaml');
    const names = Object.keys(services).filter((name) => services[name]?.image === 'carnet');
    expect(services.caddy?.environment?.UPSTREAMS).toBe(names.map((name) => `${name}:${DEFAULTS.port}`).join(' '));
    expect(new Set(names.map((name) => services[name]?.volumes?.[0])).size).toBe(names.length);
    expect(services.caddy?.volumes).toContain(`./${PROXIES.caddy}:/etc/caddy/Caddyfile:ro`);
  });

  test('are built from files that exist and are sent to the build', () => {
    const allowed = read('.containerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const rootFiles = readdirSync(ROOT);
    for (const path of allowed)
      expect(
        rootFiles.some((name) => name === path.split('/')[0] || path.includes('*')),
        path,
      ).toBe(true);
    for (const path of ['src', 'locales', 'scripts', 'deploy', 'package.json', 'package-lock.json']) expect(allowed).toContain(path);
  });
});

describe('the proxies', () => {
  test.each(Object.values(PROXIES))('%s reaches Carnet at its default port and sets the request id', (file) => {
    const text = read(file);
    const addresses = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
    expect(addresses[0]).toBe(DEFAULTS.port);
    expect(text).toMatch(/X-Request-Id/);
    expect(text).toContain('TRUST_PROXY=loopback');
  });

  test('that check the health ask /readyz several times within DRAIN_SECONDS', () => {
    for (const [file, interval] of [
      [PROXIES.caddy, /health_uri \/readyz\s+health_interval (\d+)s/],
      [PROXIES.haproxy, /GET \/readyz[\s\S]* inter (\d+)s/],
    ] as const)
      expect(Number(interval.exec(read(file))?.[1]) * 3_000).toBeLessThan(DEFAULTS.drain);
  });

  test('reject requests beyond a quarter of what a process works on at once, with the code of its own rejections', () => {
    for (const [file, ...limits] of [
      [PROXIES.haproxy, /default-server .* maxconn (\d+)$/m, /avg_queue\(carnet\) ge (\d+)$/m],
      [PROXIES.nginx, /max_conns=(\d+) /],
    ] as const) {
      const text = read(file);
      const inProgress = limits.reduce((sum, limit) => sum + Number(limit.exec(text)?.[1]), 0);
      expect(inProgress, file).toBe(DEFAULTS.maxInFlight / 4);
      expect(text, file).toMatch(/Retry-After 5/);
      const [body = ''] = /\{"success".*?\}/.exec(text) ?? [];
      expect(Object.keys(ERRORS), file).toContain((JSON.parse(body) as { code: string }).code);
    }
  });

  test('let HAProxy pass health checks before the requests that wait, and answer with Retry-After itself', () => {
    const text = read(PROXIES.haproxy);
    expect(text).toMatch(/^\tacl is-health path \/healthz \/readyz\n\thttp-request set-priority-class int\(-1\) if is-health$/m);
    expect(text).toMatch(/^\thttp-error status 503 .* hdr Retry-After 5 /m);
  });

  test('accept a file to import and wait five minutes for a report', () => {
    expect(Number(/client_max_body_size (\d+)m;/.exec(read(PROXIES.nginx))?.[1]) * 1024 * 1024).toBeGreaterThan(IMPORT_BYTES);
    expect(read(PROXIES.nginx)).toContain('proxy_read_timeout 300s;');
    expect(read(PROXIES.haproxy)).toContain('timeout server 300s');
    expect(read(PROXIES.caddy)).toContain('response_header_timeout 5m');
  });
});

describe('docs/operations.md', () => {
  test('names each of the files and no other', () => {
    const named = new Set(
      [...read('docs/operations.md').matchAll(/\bdeploy\/[\w./-]*\w|\bcompose(?:\.\w+)?\.yaml|\bContainerfile/g)].map(([name]) => name),
    );
    const files = readdirSync(join(ROOT, 'deploy'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      // For those who work on Carnet; they have a separate README.
      .filter((file) => !file.startsWith('deploy/trial/'));
    expect([...named].toSorted()).toEqual([...files, ...COMPOSE_FILES, 'Containerfile'].toSorted());
  });
});
