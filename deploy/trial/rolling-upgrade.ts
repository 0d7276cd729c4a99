/** Processes of an earlier release are replaced by those of this one behind HAProxy, under load; no request and no file may be missing. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { OWNERS } from '../../bench/data.ts';
import { freePort } from '../../tests/support/postgres-server.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { filesOf, lazyFilesOf, newPageLoads } from './support/browser-files.ts';
import { endWith, errorsOf, startCarnet, startDatabase } from './support/carnet.ts';
import { startHaproxy } from './support/haproxy.ts';
import { isFailure, newTally, startLoad } from './support/load.ts';
import { callsOf, mixOf } from './support/requests.ts';
import { atLeast, exactly, percentile, type Run, type Trial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Pages that are loaded before the first replacement and after each one, while processes of both releases run at the same time. */
const PAGES = 50;

export const rollingUpgrade: Trial = {
  what: 'a rolling upgrade from an earlier release loses no request and no browser file (acceptance test 10)',
  needs: ['postgres', 'haproxy', 'openssl', 'git'],
  options: { from: 'HEAD', rate: '100', connections: '30', pages: '5' },
  async run(run) {
    const earlier = buildEarlier(run);
    const database = await startDatabase(run);
    run.say('the earlier release makes its schema and the data');
    execFileSync(process.execPath, ['--eval', `import('./bench/data.ts').then((data) => data.preparePostgres(process.env.URL))`], {
      cwd: earlier,
      env: { ...process.env, URL: database.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ports = [await freePort(), await freePort(), await freePort()];
    const env = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' };
    const start = (port: number, build: { entry?: string } = {}) => startCarnet(run, { ...env, PORT: String(port) }, build);
    const entry = join(earlier, 'dist', 'server', 'main.js');
    const servers: RunningServer[] = [];
    for (const port of ports) servers.push(await start(port, { entry }));
    const earlierServers = [...servers];
    const proxy = await startHaproxy(run, ports);

    const oldTab = await filesOf(proxy.url);
    const tally = newTally();
    const calls = callsOf(OWNERS);
    const next = mixOf([
      [0.4, calls.records],
      [0.2, calls.vehicles],
      [0.2, calls.user],
      [0.2, calls.create],
    ]);
    const load = startLoad({
      urls: [proxy.url],
      connections: run.number('connections'),
      rate: run.number('rate'),
      next,
      record: tally.record,
    });
    const loads = newPageLoads(proxy.url, run.number('pages'));
    for (const [index, port] of ports.entries()) {
      await loads.more(PAGES);
      run.say(`replacing process ${index + 1} of ${ports.length}`);
      await endWith(servers[index] as RunningServer, 'SIGTERM');
      servers[index] = await start(port);
    }
    await loads.more(PAGES);
    await load.stop();
    const { pages, files, missing } = await loads.stop();
    const lazy = await lazyFilesOf(proxy.url, oldTab);

    if (tally.count({ status: isFailure }) > 0) run.noted('failed', tally.failures());
    run.measured('requests', tally.count());
    run.measured('failed requests', tally.count({ status: isFailure }), '', exactly(0));
    run.measured('p99', percentile(tally.times(), 0.99), 'ms');
    run.measured('pages loaded', pages, '', atLeast(200));
    run.measured('their files', files);
    run.measured('missing files', missing.length, '', exactly(0));
    run.measured('files of a page that was opened before the upgrade', lazy.files);
    run.measured('missing of them', lazy.missing.length, '', exactly(0));
    const names = [...new Set([...missing, ...lazy.missing])];
    if (names.length > 0) run.noted('missing, for example', names.slice(0, 5).join(', '));
    run.measured('errors in the logs', errorsOf([...earlierServers, ...servers]).length, '', exactly(0));
  },
};

/** Builds a release in a folder of the trial, and returns the folder. With HEAD, its browser files get other names than those of today. */
function buildEarlier(run: Run): string {
  const from = run.text('from');
  const folder = join(run.folder, 'earlier');
  mkdirSync(folder);
  run.say(`building ${from}`);
  const archive = execFileSync('git', ['archive', from], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (from === 'HEAD')
    appendFileSync(join(folder, 'src', 'web', 'entry-client.tsx'), `\ndocument.documentElement.dataset.release = 'earlier';\n`);
  execFileSync(process.execPath, [join(folder, 'scripts', 'build.mjs')], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(folder, 'dist', 'server', 'main.js'))) throw new Error(`${from} was not built`);
  return folder;
}
