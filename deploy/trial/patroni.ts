/** Patroni replaces a primary that was killed under writes, by a synchronous standby. */
import { setTimeout as after } from 'node:timers/promises';
import { preparePostgres, VEHICLES_EACH } from '../../bench/data.ts';
import { startCarnet } from './support/carnet.ts';
import { startTcpProxy } from './support/haproxy-tcp.ts';
import { answers, type Cluster, startCluster } from './support/patroni.ts';
import { untilSynchronous, urlOf } from './support/postgres-pair.ts';
import { atMost, exactly, type Run, type Trial } from './support/trial.ts';
import { reportWrites, startWrites } from './support/writes.ts';

const OWNERS = 50;
/** Seconds of writes before the loss, and after the standby has become the primary. */
const BEFORE = 5;
const AFTERWARDS = 15;
/** Seconds to wait for a new primary, beyond the lease of the old one. */
const PATIENCE = 60;

export const patroni: Trial = {
  what: 'primary killed under writes, Patroni promotes the standby: with two hosts in DATABASE_URL, and through HAProxy',
  needs: ['postgres', 'patroni', 'etcd', 'haproxy'],
  options: { through: 'hosts,haproxy', lose: 'machine', rate: '150', processes: '3', ttl: '30', 'loop-wait': '10', 'retry-timeout': '10' },
  async run(run) {
    for (const way of run.text('through').split(',')) await tryFailover(run, way);
  },
};

async function tryFailover(run: Run, way: string): Promise<void> {
  run.say(`starting etcd and two servers (${way})`);
  const timing = { ttl: run.number('ttl'), loopWait: run.number('loop-wait'), retryTimeout: run.number('retry-timeout') };
  const cluster = await startCluster(run, way, timing);
  const { primary, standby } = cluster;
  await preparePostgres(urlOf([primary.host]), OWNERS);
  await untilSynchronous(primary.host);
  const env = { DATABASE_URL: await urlThrough(run, way, cluster), DRAIN_SECONDS: '0' };
  const servers = await Promise.all(Array.from({ length: run.number('processes') }, () => startCarnet(run, env)));
  const urls = servers.map(({ url }) => url);

  const writes = startWrites(urls, run.number('rate'), OWNERS * VEHICLES_EACH);
  await after(BEFORE * 1000);
  const lost = run.text('lose') === 'patroni' ? 'patroni' : 'machine';
  run.say(lost === 'machine' ? 'kill -9 of the primary and its Patroni' : 'kill -9 of the Patroni of the primary');
  const killedAt = performance.now();
  await primary.kill(lost);
  const deadline = killedAt + (timing.ttl + PATIENCE) * 1000;
  while (!(await answers(standby, 'primary')) && performance.now() < deadline) await after(100);
  run.measured(`${way}: from the loss to the new primary`, (performance.now() - killedAt) / 1000, 's');
  await after(AFTERWARDS * 1000);
  await writes.stop();

  await reportWrites(run, writes, { label: way, host: standby.host, killedAt, goal: atMost(30) });
  run.measured(`${way}: restarted processes`, servers.filter(({ process }) => process.exitCode !== null).length, '', exactly(0));
  await Promise.all(servers.map((server) => server.stop()));
  await standby.kill();
}

/** Both hosts, or a proxy that forwards to the primary. */
async function urlThrough(run: Run, way: string, { primary, standby }: Cluster): Promise<string> {
  if (way === 'hosts') return urlOf([primary.host, standby.host], '?target_session_attrs=read-write');
  if (way === 'haproxy') return urlOf([await startTcpProxy(run, [primary, standby])]);
  throw new Error('--through needs hosts or haproxy, or both separated by a comma.');
}
