/** What the metrics cost: servers with and without them in turn, round after round. */
import { mkdirSync } from 'node:fs';
import { prepareSqlite } from '../../bench/data.ts';
import { compare, type Measured } from '../../bench/measure.ts';
import { pin, startCarnet } from './support/carnet.ts';
import { atLeast, atMost, median, type Run, type Trial } from './support/trial.ts';

const OWNERS = 100;
const SERVER_CORE = 0;

export const metrics: Trial = {
  what: 'requests a second with and without metrics (acceptance test 14)',
  needs: ['taskset'],
  options: { rounds: '15', seconds: '4' },
  async run(run) {
    const [off, on] = [await aServer(run, 'off', ''), await aServer(run, 'on', 'a-token-of-the-trials')];
    const load = { kind: 'list' as const, seconds: run.number('seconds'), owners: OWNERS };
    const [without, with_] = await compare(
      [
        ['off', off],
        ['on', on],
      ],
      load,
      run.number('rounds'),
    );
    const ratios = (what: keyof Measured) =>
      (with_?.results ?? []).map((result, round) => result[what] / (without?.results[round]?.[what] ?? Number.NaN));
    const all = [without, with_].map((row) => row?.results ?? []);
    for (const [index, name] of ['without', 'with'].entries())
      run.measured(`${name} metrics, median`, median((all[index] ?? []).map(({ perSecond }) => perSecond)), 'requests a second');
    run.noted(
      'ratio of each round in %',
      ratios('perSecond')
        .map((ratio) => (100 * ratio).toFixed(1))
        .join(' '),
    );
    run.measured('requests a second, median of the ratios', 100 * median(ratios('perSecond')), '%', atLeast(99));
    run.measured('processor time of a request, median of the ratios', 100 * median(ratios('cpu')), '%', atMost(101));
  },
};

async function aServer(run: Run, name: string, METRICS_TOKEN: string) {
  const folder = `${run.folder}/${name}`;
  mkdirSync(folder);
  await prepareSqlite(folder, OWNERS);
  const server = await startCarnet(run, { DATA_DIR: folder, METRICS_TOKEN });
  pin(server.process.pid, SERVER_CORE);
  return { url: server.url, process: server.process, stop: async () => void (await server.stop()) };
}
