/** The primary of PostgreSQL is killed under writes, and its synchronous standby promoted by hand. */
import { setTimeout as after } from 'node:timers/promises';
import { preparePostgres, VEHICLES_EACH } from '../../bench/data.ts';
import { startCarnet } from './support/carnet.ts';
import { startPair, urlOf } from './support/postgres-pair.ts';
import { atMost, exactly, type Trial } from './support/trial.ts';
import { reportWrites, startWrites } from './support/writes.ts';

const OWNERS = 50;
/** Seconds of writes before the loss. */
const BEFORE = 5;

export const failover: Trial = {
  what: 'primary killed under writes, standby promoted by hand, two hosts in DATABASE_URL (acceptance test 12)',
  needs: ['postgres'],
  options: { rate: '150', processes: '3', 'promote-after': '3', seconds: '10' },
  async run(run) {
    run.say('starting a primary and a synchronous standby');
    const pair = await startPair(run, (url) => preparePostgres(url, OWNERS));
    const env = { DATABASE_URL: urlOf(pair.hosts, '?target_session_attrs=read-write'), DRAIN_SECONDS: '0' };
    const servers = await Promise.all(Array.from({ length: run.number('processes') }, () => startCarnet(run, env)));
    const urls = servers.map(({ url }) => url);
    const isReady = async () =>
      (await Promise.all(urls.map((url) => fetch(`${url}/readyz`)))).filter(({ status }) => status === 200).length;

    const writes = startWrites(urls, run.number('rate'), OWNERS * VEHICLES_EACH);
    await after(BEFORE * 1000);
    run.say('kill -9 of the primary');
    const killedAt = performance.now();
    await pair.primary.kill();
    await after(run.number('promote-after') * 1000);
    const readyWithout = await isReady();
    run.say('promoting the standby');
    const promotedAt = performance.now();
    await pair.promote();
    await after(run.number('seconds') * 1000);
    await writes.stop();

    run.measured('ready processes without a primary', readyWithout, '', exactly(0));
    run.measured('ready processes at the end', await isReady(), '', exactly(servers.length));
    run.measured('restarted processes', servers.filter(({ process }) => process.exitCode !== null).length, '', exactly(0));
    await reportWrites(run, writes, { label: 'two hosts', host: pair.hosts[1], killedAt, promotedAt, goal: atMost(3) });
  },
};
