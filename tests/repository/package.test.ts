/** What `npm run package` writes, started from a folder without the project, npm or a PATH. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Vehicle } from '#contract/vehicles.ts';
import { openStore } from '#server/db/store.ts';
import { systemClock } from '#server/ports/clock.ts';
import { MEMORY_MB } from '#server/ports/reports.ts';
import { aUser, vehicleForm } from '#tests/support/builders.ts';
import { request } from '#tests/support/processes.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import manifest from '../../package.json' with { type: 'json' };
import { commitOf, NODE_FLAGS, NODE_VARIABLES } from '../../scripts/bootstrap.mjs';
import { COMMANDS, EXTERNALS } from '../../scripts/package-parts.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
/** Bytes of dist and node_modules, without Node. */
const MAX_SIZE = 120_000_000;
/** Without the settings, and so the database, of a Carnet that is installed on this machine. */
const NO_SETTINGS = { CARNET_ENV_FILE: '' };
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct-horse-7!' };

let folder: string;
let installed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-package-'));
  const built = join(folder, 'built');
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), '--no-archive', '--to', built], { stdio: 'pipe' });
  installed = join(folder, 'installed');
  renameSync(built, installed);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (part: string): string[] =>
  readdirSync(join(installed, part), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Logs no slow queries: those depend on the machine, and a test expects a log without warnings. */
const start = (env: Record<string, string>): Promise<RunningServer> =>
  startServer({ ...NO_SETTINGS, PATH: '', NODE_COMPILE_CACHE: '', SLOW_QUERY_MS: '0', ...env }, 'serve', join(installed, 'carnet'));

/** Runs a command of the package with no settings but `env`. */
function carnet(args: readonly string[], env: Record<string, string> = {}, program = join(installed, 'carnet')) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: { ...NO_SETTINGS, ...env }, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

async function aServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await start(env);
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

test('takes at most 120 MB without Node', () => {
  const size = [...filesIn('dist'), ...filesIn('node_modules')].reduce((sum, file) => sum + statSync(file).size, 0);
  expect(size).toBeLessThan(MAX_SIZE);
});

test('contains no file that only developers read, and the licence of each package', () => {
  expect(filesIn('node_modules').filter((file) => /\.map$|\.d\.[cm]?ts$|readme\.md$/i.test(file))).toEqual([]);
  expect(filesIn('deploy').filter((file) => /trial|\.ts$/.test(file.slice(installed.length)))).toEqual([]);
  const packages = filesIn('node_modules').filter((file) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  const licencesIn = (path: string) => readdirSync(path).filter((name) => /^licen[cs]e/i.test(name));
  for (const file of packages) {
    const path = join(file, '..');
    expect(licencesIn(path), path).toEqual(licencesIn(path.replace(installed, ROOT)));
  }
  expect(packages.length).toBeGreaterThan(EXTERNALS.length);
  for (const name of ['vite', 'typescript', 'react', 'vitest', '@playwright/test'])
    expect(existsSync(join(installed, 'node_modules', name)), name).toBe(false);
});

test('lists the licences of what is bundled, of the packages and of Node', () => {
  const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const heads = [...notices.matchAll(/^-{80}\n(\S+) \d[^\n]*\n([^\n]+)\n\n(?=(.))/gm)].map(([, name = '']) => name);
  expect(heads).toEqual(expect.arrayContaining(['react', 'zod', 'fastify', 'sharp', '@fontsource-variable/geologica', ...EXTERNALS]));
  expect(notices).toContain('Node.js is licensed for use as follows');
  expect(notices).toMatch(/SIL OPEN FONT LICENSE/i);
  expect(filesIn('dist').filter((file) => file.endsWith('license.json'))).toEqual([]);
});

test('serves pages, files, the API, photos, reports and the API documentation without a PATH', async () => {
  const dataDir = join(folder, 'served');
  // Before startup: while another process has the database open, a warning of the sweep would be in the log.
  const store = await openStore({ dataDir, databaseUrl: undefined, onError: () => undefined });
  const { token } = await aUser({ store, clock: systemClock } as Parameters<typeof aUser>[0], { tariff: 'family' });
  await store.close();
  const server = await aServer({ ...ADMIN, DATA_DIR: dataDir });
  const page = await (await fetch(server.url)).text();
  expect(page).toContain('<html');
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  expect(assets.length).toBeGreaterThan(2);
  for (const path of assets) expect((await fetch(server.url + path)).status, path).toBe(200);
  expect((await request(server, 'POST', '/api/users/send-code', { body: { email: 'olena@example.com' } })).status).toBe(200);
  const login = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  expect((await request(server, 'POST', '/api/admin/login', { body: login })).status).toBe(200);
  const docs = await (await fetch(`${server.url}/api/docs`)).text();
  expect(docs).toContain('swagger-ui-bundle.js');
  expect((await fetch(`${server.url}/api/docs/static/swagger-ui-bundle.js`)).status).toBe(200);

  const created = await request(server, 'POST', '/api/vehicles', { token, form: await vehicleForm() });
  expect(created.status).toBe(201);
  const { id, image } = (created.body as { data: Vehicle }).data;
  expect((await request(server, 'GET', image as string, { token })).status).toBe(200);
  const report = await request(server, 'GET', `/api/vehicles/${id}/report`, { token });
  expect(report.headers['content-type']).toBe('application/pdf');
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toMatch(/"level":[456]0|[Ee]rror/);
});

test('keeps the memory of loaded programs small: ASCII only, and React without its checks for development', () => {
  const programs = ['dist/server', 'dist/web'].flatMap(filesIn).filter((file) => file.endsWith('.js'));
  expect(programs.length).toBeGreaterThan(1);
  for (const file of programs) {
    const text = readFileSync(file, 'utf8');
    expect(text.length, `characters of ${file}`).toBe(statSync(file).size);
    if (file.includes('/dist/web/')) expect(text, file).not.toContain('process.env.NODE_ENV');
  }
});

test('contains all modules that the server imports', () => {
  const imports = [...EXTERNALS.filter((name) => !name.startsWith('@expo-google-fonts/')), 'libphonenumber-js/max'];
  const code = `for (const name of ${JSON.stringify(imports)}) await import(name);`;
  expect(spawnSync(join(installed, 'bin', 'node'), ['--input-type=module', '--eval', code], { cwd: installed, env: {} }).status).toBe(0);
});

describe('the command carnet', () => {
  test('starts Node with the flags and variables of npm start', () => {
    const script = readFileSync(join(ROOT, 'scripts', 'carnet.sh'), 'utf8');
    expect(script).toContain(`set -- ${NODE_FLAGS.join(' ')} `);
    for (const [name, value] of Object.entries(NODE_VARIABLES)) expect(script).toContain(`export ${name}="\${${name}:-${value}}"`);
  });

  test('limits the memory of a thread although Node has flags', () => {
    const limit = 'new Worker("import v8 from \'node:v8\'; console.log(v8.getHeapStatistics().heap_size_limit)", options)';
    const options = { eval: true, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } };
    const code = `import { Worker } from 'node:worker_threads'; const options = ${JSON.stringify(options)}; ${limit}`;
    const output = execFileSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '--eval', code], { encoding: 'utf8' });
    expect(Number(output) / 1024 ** 2).toBeLessThan(1.2 * MEMORY_MB);
  });

  test('names version, commit and schema', () => {
    const commit = commitOf();
    const { status, output } = carnet(['version'], { PATH: '' });
    expect(status).toBe(0);
    expect(output).toMatch(new RegExp(`^Carnet ${manifest.version}${commit && `-${commit}`}, schema \\d{4}_\\w+\n$`));
  });

  test('knows the commands of the package, through a link as well', () => {
    const link = join(folder, 'carnet-link');
    symlinkSync(join(installed, 'carnet'), link);
    const { status, output } = carnet(['nothing'], { PATH: '/usr/bin:/bin' }, link);
    expect(status).toBe(2);
    for (const name of ['serve', ...COMMANDS]) expect(output).toContain(name);
    expect(carnet(['doctor'], { PATH: '/usr/bin:/bin', PORT: 'x' }, link)).toMatchObject({
      status: 1,
      output: expect.stringContaining('PORT'),
    });
  });

  test('reads the file of CARNET_ENV_FILE, and says if it is missing', () => {
    const file = join(folder, 'other.env');
    writeFileSync(file, 'PORT=x\n');
    const rejected = { status: 1, output: expect.stringContaining('PORT is not valid') };
    expect(carnet(['doctor'], { CARNET_ENV_FILE: file })).toMatchObject(rejected);
    const dataDir = join(folder, 'checked');
    expect(carnet(['doctor'], { CARNET_ENV_FILE: file, PORT: '0', DATA_DIR: dataDir }).output).not.toContain('PORT is not valid');
    rmSync(file);
    expect(carnet(['doctor'], { CARNET_ENV_FILE: file })).toMatchObject({
      status: 9,
      output: expect.stringContaining(`${file}: not found`),
    });
  });

  test('checks, backs up and restores, and adds an administrator', async () => {
    const server = await aServer();
    const { port } = new URL(server.url);
    const env = { DATA_DIR: server.dataDir, HOST: '127.0.0.1', PORT: port, PUBLIC_URL: server.url };
    const backup = join(folder, 'carnet.backup');
    expect(carnet(['health'], env)).toEqual({ status: 0, output: '' });
    expect(carnet(['doctor'], env)).toMatchObject({ status: 0, output: expect.stringContaining(`Carnet answers at ${server.url}`) });
    expect(carnet(['admin', 'new@example.com'], env)).toMatchObject({ status: 0, output: expect.stringContaining('new@example.com') });
    expect(carnet(['backup', backup], env).status).toBe(0);
    expect(carnet(['restore', backup], { DATA_DIR: join(folder, 'restored') }).status).toBe(0);
    for (const name of ['admin', 'backup', 'restore'])
      expect(carnet([name], env)).toMatchObject({ status: 1, output: expect.stringContaining(`: carnet ${name} `) });
    await server.stop();
    expect(carnet(['health'], env)).toMatchObject({ status: 1, output: expect.stringContaining(`127.0.0.1:${port}`) });
  });
});
