/** Patroni replaces a primary that was killed under writes, by a synchronous standby. */
import { setTimeout as after } from 'node:timers/promises';
import { preparePostgres, VEHICLES_EACH } from '../../bench/data.ts';
import { startCarnet } from './support/carnet.ts';
import { startTcpProxy } from './support/haproxy-tcp.ts';
import { answers, startCluster } from './support/patroni.ts';
import { untilSynchronous, urlOf } from './support/postgres-host.ts';
import { atMost, exactly, type Trial } from './support/trial.ts';
import { reportWrites, startWrites } from './support/writes.ts';

const OWNERS = 50;
/** Seconds of writes before the loss, and after the standby has become the primary. */
const BEFORE = 5;
const AFTERWARDS = 15;
/** Seconds to wait for a new primary, beyond the lease of the old one. */
const PATIENCE = 60;

export const patroni: Trial = {
  what: 'primary killed under writes, Patroni promotes the standby, and HAProxy forwards to it (acceptance test 12)',
  needs: ['postgres', 'patroni', 'etcd', 'haproxy'],
  options: { lose: 'machine', rate: '150', processes: '3', ttl: '15', 'loop-wait': '3', 'retry-timeout': '5' },
  async run(run) {
    run.say('starting etcd and two servers');
    const timing = { ttl: run.number('ttl'), loopWait: run.number('loop-wait'), retryTimeout: run.number('retry-timeout') };
    const { primary, standby } = await startCluster(run, timing);
    await preparePostgres(urlOf(primary.host), OWNERS);
    await untilSynchronous(primary.host);
    const env = { DATABASE_URL: urlOf(await startTcpProxy(run, [primary, standby])), DRAIN_SECONDS: '0' };
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
    run.measured('from the loss to the new primary', (performance.now() - killedAt) / 1000, 's');
    await after(AFTERWARDS * 1000);
    await writes.stop();

    await reportWrites(run, writes, { host: standby.host, killedAt, goal: atMost(30) });
    run.measured('restarted processes', servers.filter(({ process }) => process.exitCode !== null).length, '', exactly(0));
  },
};
