/**
 * What the metrics cost: first in one process, to fractions of a microsecond; then servers with and without them in turn, which includes
 * everything, but two processes of the same program differ by more than the metrics cost.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareSqlite } from '../../bench/data.ts';
import { compare, type Measured, type Pinned, type Row } from '../../bench/measure.ts';
import { NODE_FLAGS } from '../../scripts/bootstrap.mjs';
import { METRICS_TOKEN, pin, startCarnet } from './support/carnet.ts';
import { atMost, maximum, median, type Run, type Trial } from './support/trial.ts';

const OWNERS = 100;
const SERVER_CORE = 0;
const COST = join(import.meta.dirname, 'support', 'metrics-cost.ts');
/** Percent of the CPU time of a server without metrics: 1 % for them, and 2 % for chance with the default starts and rounds. */
const MOST = 103;
/** Two servers without metrics: the difference between them is noise. */
const SERVERS = { off: '', offAgain: '', on: METRICS_TOKEN };

type Name = keyof typeof SERVERS;
type Results = Record<Name, Measured[]>;

export const metrics: Trial = {
  what: 'CPU time and requests a second with and without metrics (acceptance test 14)',
  needs: ['taskset'],
  options: { starts: '3', rounds: '5', seconds: '3' },
  async run(run) {
    const cost = await costInOneProcess();
    const starts: Results[] = [];
    for (let start = 1; start <= run.number('starts'); start++) {
      run.say(`start ${start}`);
      starts.push(await measureStart(run, start));
    }
    const list = median(starts.flatMap(({ off }) => off.map(({ cpu }) => cpu)));
    run.measured('CPU time of a list without metrics', list, 'µs');
    run.measured('metrics of a request, in one process', cost.perRequest, 'µs');
    run.measured('… of the time of a list', (100 * cost.perRequest) / list, '%', atMost(1));
    run.measured('the same without metrics: chance', cost.chance, 'µs');
    for (const [what, title] of [
      ['cpu', 'CPU time'],
      ['perSecond', 'requests a second'],
    ] as const) {
      const ratios = starts.map((results) => costOf(results, what));
      const differences = starts.map((results) => chanceOf(results, what));
      run.noted(`${title}, with to without, each start in %`, inPercent(ratios));
      run.noted(`${title}, without to without, each start in %`, inPercent(differences));
      run.measured(`${title}, with to without, median`, 100 * median(ratios), '%', what === 'cpu' ? atMost(MOST) : undefined);
      run.measured(`${title}, widest difference without metrics`, 100 * maximum(differences.map((ratio) => Math.abs(ratio - 1))), '%');
    }
  },
};

/** Microseconds. */
async function costInOneProcess(): Promise<{ perRequest: number; chance: number }> {
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(SERVER_CORE), process.execPath, ...NODE_FLAGS, COST]);
  return JSON.parse(stdout);
}

async function measureStart(run: Run, start: number): Promise<Results> {
  const servers: [Name, Pinned][] = [];
  for (const [name, token] of Object.entries(SERVERS) as [Name, string][])
    servers.push([name, await aServer(run, `${start}-${name}`, token)]);
  const load = { kind: 'list' as const, seconds: run.number('seconds'), owners: OWNERS };
  const rows = await compare(servers, load, run.number('rounds'));
  for (const [, server] of servers) await server.stop();
  return Object.fromEntries(rows.map(({ name, results }: Row) => [name, results])) as Results;
}

/** Median of the ratios of the rounds: the machine may be slower in one round than in another. */
const costOf = ({ off, offAgain, on }: Results, what: keyof Measured): number =>
  median(on.map((result, round) => (2 * result[what]) / (at(off, round, what) + at(offAgain, round, what))));

const chanceOf = ({ off, offAgain }: Results, what: keyof Measured): number =>
  median(offAgain.map((result, round) => result[what] / at(off, round, what)));

const at = (results: Measured[], round: number, what: keyof Measured): number => results[round]?.[what] ?? Number.NaN;

const inPercent = (ratios: number[]): string => ratios.map((ratio) => (100 * ratio).toFixed(1)).join(' ');

async function aServer(run: Run, name: string, token: string): Promise<Pinned> {
  const folder = `${run.folder}/${name}`;
  mkdirSync(folder);
  await prepareSqlite(folder, OWNERS);
  const server = await startCarnet(run, { DATA_DIR: folder, METRICS_TOKEN: token });
  pin(server.process.pid, SERVER_CORE);
  return { url: server.url, process: server.process, stop: async () => void (await server.stop()) };
}
