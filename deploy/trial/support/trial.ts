/** What every trial gets: its options, a table of measurements with goals, and a list of what to undo at its end. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPostgres } from '../../../scripts/tools.mjs';

/** The programs that trials need, with their Debian packages. */
const PROGRAMS = {
  ceph: { package: 'ceph-common', find: () => onPath('ceph') },
  'ceph-authtool': { package: 'ceph-common', find: () => onPath('ceph-authtool') },
  'ceph-mon': { package: 'ceph-mon', find: () => onPath('ceph-mon') },
  'ceph-osd': { package: 'ceph-osd', find: () => onPath('ceph-osd') },
  git: { package: 'git', find: () => onPath('git') },
  haproxy: { package: 'haproxy', find: () => onPath('haproxy') },
  etcd: { package: 'etcd-server', find: () => onPath('etcd') },
  nginx: { package: 'nginx-light', find: () => onPath('nginx') },
  openssl: { package: 'openssl', find: () => onPath('openssl') },
  patroni: { package: 'patroni', find: () => onPath('patroni') },
  pgbouncer: { package: 'pgbouncer', find: () => process.env.CARNET_PGBOUNCER ?? onPath('pgbouncer') },
  monmaptool: { package: 'ceph-base', find: () => onPath('monmaptool') },
  postgres: { package: 'postgresql', find: findPostgres },
  radosgw: { package: 'radosgw', find: () => onPath('radosgw') },
  'radosgw-admin': { package: 'ceph-common', find: () => onPath('radosgw-admin') },
  wrk: { package: 'wrk', find: () => onPath('wrk') },
  taskset: { package: 'util-linux', find: () => onPath('taskset') },
};
export type Program = keyof typeof PROGRAMS;

/** Path of a program; also looks where the programs of administrators are, which is not on the PATH of other users. */
export const onPath = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find((file) => existsSync(file));

/** The Debian packages of the programs that are missing. */
export const missingPackages = (needs: readonly Program[]): string[] => [
  ...new Set(needs.filter((name) => !PROGRAMS[name].find()).map((name) => PROGRAMS[name].package)),
];

export interface Goal {
  text: string;
  isMet(value: number): boolean;
}

export const atMost = (limit: number): Goal => ({ text: `at most ${limit}`, isMet: (value) => value <= limit });
export const atLeast = (limit: number): Goal => ({ text: `at least ${limit}`, isMet: (value) => value >= limit });
export const exactly = (wanted: number): Goal => ({ text: `exactly ${wanted}`, isMet: (value) => value === wanted });

interface Row {
  measurement: string;
  value: number | string;
  unit: string;
  goal: string;
  result: '' | 'met' | 'MISSED';
}

export interface Trial {
  /** One line for the list. */
  what: string;
  needs: readonly Program[];
  /** Names of the options with their defaults. */
  options: Record<string, string>;
  run(run: Run): Promise<void>;
}

export interface Run {
  /** The value of an option of the trial. */
  text(option: string): string;
  number(option: string): number;
  /** Prints what is being done. */
  say(line: string): void;
  /** Adds a row to the table; a value that is not a number (nothing was measured) misses its goal. */
  measured(measurement: string, value: number, unit?: string, goal?: Goal): void;
  /** Adds a row with a text. */
  noted(measurement: string, value: string): void;
  /** Calls `undo` when the trial has ended or failed, the latest first. */
  atEnd(undo: () => unknown): void;
  /** A temporary folder of the trial. */
  folder: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs a trial and prints its table; false if a goal was missed. */
export async function runTrial(name: string, trial: Trial, options: Record<string, string>): Promise<boolean> {
  const rows: Row[] = [];
  const undoing: (() => unknown)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'carnet-trial-'));
  undoing.push(() => rmSync(folder, { recursive: true, force: true }));
  const started = performance.now();
  const run: Run = {
    folder,
    text: (option) => options[option] ?? '',
    number: (option) => numberOf(option, options[option]),
    say: (line) => console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`),
    measured(measurement, value, unit = '', goal) {
      const result = goal ? (goal.isMet(value) ? 'met' : 'MISSED') : '';
      rows.push({ measurement, value: rounded(value), unit, goal: goal?.text ?? '', result });
    },
    noted: (measurement, value) => rows.push({ measurement, value, unit: '', goal: '', result: '' }),
    atEnd: (undo) => undoing.push(undo),
  };
  const undoAll = async () => {
    for (let undo = undoing.pop(); undo; undo = undoing.pop()) await undo();
  };
  const interrupt = () => void undoAll().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    await trial.run(run);
  } finally {
    await undoAll();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    const given = Object.entries(options).map((pair) => `--${pair.join(' ')}`);
    console.log(`\n${name}: ${trial.what} (${given.join(' ')})`);
    printTable(rows);
  }
  const missed = rows.filter(({ result }) => result === 'MISSED').length;
  console.log(missed === 0 ? 'All goals are met.' : `Goals missed: ${missed}`);
  return missed === 0;
}

/** Texts are not aligned, because they may be long. */
function printTable(rows: readonly Row[]): void {
  const head = { measurement: 'measurement', value: 'value', unit: '', goal: 'goal', result: '' };
  const widthOf = (column: (row: Omit<Row, 'result'>) => string) =>
    Math.max(...[head, ...rows.filter(({ value }) => typeof value === 'number')].map((row) => column(row).length));
  const textOf = ({ value, unit }: Omit<Row, 'result'>) => `${value} ${unit}`.trim();
  const [first, second, third] = [widthOf(({ measurement }) => measurement), widthOf(textOf), widthOf(({ goal }) => goal)] as const;
  for (const row of [head, ...rows])
    console.log(`${row.measurement.padEnd(first)}  ${textOf(row).padEnd(second)}  ${row.goal.padEnd(third)}  ${row.result}`.trimEnd());
}

function numberOf(option: string, value: string | undefined): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${option} needs a number.`);
  return number;
}

const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** The value below which that part of the values lies; NaN without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const maximum = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
export const median = (values: readonly number[]): number => percentile(values, 0.5);
