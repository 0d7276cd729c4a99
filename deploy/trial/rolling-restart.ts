/** Three processes behind HAProxy with TLS are restarted one after the other under load; no request may fail. */
import { setTimeout as after } from 'node:timers/promises';
import { preparePostgres } from '../../bench/data.ts';
import { freePort } from '../../tests/support/postgres-server.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { endWith, errorsOf, startCarnet, startDatabase } from './support/carnet.ts';
import { startHaproxy } from './support/haproxy.ts';
import { isFailure, newTally, startLoad } from './support/load.ts';
import { callsOf, mixOf } from './support/requests.ts';
import { atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
/** Milliseconds after a process is ready until the next one is stopped: two checks of the proxy and a margin. */
const NEXT_AFTER = 2_500;

export const rollingRestart: Trial = {
  what: 'rolling restarts behind HAProxy with TLS lose no request (acceptance test 4)',
  needs: ['postgres', 'haproxy', 'openssl'],
  options: { rounds: '5', processes: '3', rate: '500', connections: '80', drain: '5' },
  async run(run) {
    const database = await startDatabase(run);
    await preparePostgres(database.url, OWNERS);
    const countRecords = async () => Number((await database.query<{ count: string }>('select count(*) from entries'))[0]?.count);
    const before = await countRecords();
    const ports = await Promise.all(Array.from({ length: run.number('processes') }, freePort));
    const env = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback', DRAIN_SECONDS: run.text('drain') };
    const start = (port: number) => startCarnet(run, { ...env, PORT: String(port) });
    const servers = await Promise.all(ports.map(start));
    const proxy = await startHaproxy(run, ports);

    const tally = newTally();
    const calls = callsOf(OWNERS);
    const next = mixOf([
      [0.4, calls.records],
      [0.2, calls.vehicles],
      [0.2, calls.page],
      [0.2, calls.create],
    ]);
    const load = startLoad({
      urls: [proxy.url],
      connections: run.number('connections'),
      rate: run.number('rate'),
      next,
      record: tally.record,
    });
    const started = performance.now();
    const ended = await restartAll(run, { servers, ports, start });
    const seconds = (performance.now() - started) / 1000;
    await load.stop();

    if (tally.count({ status: isFailure }) > 0) run.noted('failed', tally.failures());
    run.measured('restarts', ended.length);
    run.measured('requests', tally.count());
    run.measured('requests a second', tally.count() / seconds);
    run.measured('failed requests', tally.count({ status: isFailure }), '', exactly(0));
    run.measured('p50', percentile(tally.times(), 0.5), 'ms');
    run.measured('p99', percentile(tally.times(), 0.99), 'ms');
    run.measured('slowest request', maximum(tally.times()), 'ms');
    const acknowledged = tally.count({ kind: 'create', status: (status) => status === 201 });
    run.measured('acknowledged creates', acknowledged);
    run.measured('records that differ from them', (await countRecords()) - before - acknowledged, '', exactly(0));
    run.measured('longest stop', maximum(ended.map(({ ms }) => ms)) / 1000, 's', atMost(run.number('drain') + 5));
    run.measured('exit codes other than 0', ended.filter(({ code }) => code !== 0).length, '', exactly(0));
    run.measured('errors in the log', errorsOf(servers).length, '', exactly(0));
    await secondSignal(run, servers);
  },
};

interface Fleet {
  servers: RunningServer[];
  ports: readonly number[];
  start: (port: number) => Promise<RunningServer>;
}

async function restartAll(run: Run, { servers, ports, start }: Fleet): Promise<{ ms: number; code: number | null }[]> {
  const ended: { ms: number; code: number | null }[] = [];
  await after(NEXT_AFTER);
  for (let round = 1; round <= run.number('rounds'); round++) {
    run.say(`restart ${round} of ${run.number('rounds')}`);
    for (const [index, port] of ports.entries()) {
      ended.push(await endWith(servers[index] as RunningServer, 'SIGTERM'));
      servers[index] = await start(port);
      await after(NEXT_AFTER);
    }
  }
  return ended;
}

/** Without load, because the second signal also ends the requests in progress. */
async function secondSignal(run: Run, servers: readonly RunningServer[]): Promise<void> {
  const server = servers[0] as RunningServer;
  server.process.kill('SIGTERM');
  while ((await fetch(`${server.url}/readyz`)).status === 200) await after(20);
  const { ms, code } = await endWith(server, 'SIGTERM');
  run.measured('from a second SIGTERM to the exit', ms, 'ms', atMost(1_000));
  run.measured('exit code then', code ?? -1, '', exactly(0));
}
