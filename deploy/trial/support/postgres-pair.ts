/** A PostgreSQL primary with a synchronous standby, without a program that manages them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../../scripts/tools.mjs';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { newFolder, type Program, startProgram, UNPRIVILEGED } from './program.ts';
import type { Run } from './trial.ts';

/** Name under which the standby replicates. */
const STANDBY = 'standby';

export interface Pair {
  /** Hosts with ports, the primary first. */
  hosts: readonly [string, string];
  primary: Program;
  /** Makes the standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
}

export const urlOf = (hosts: readonly string[], parameters = ''): string => `postgres://carnet@${hosts.join(',')}/postgres${parameters}`;

/** Runs statements in the database of a host. */
export async function query<T extends pg.QueryResultRow>(host: string, ...statements: readonly string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: urlOf([host]) });
  client.on('error', () => undefined);
  await client.connect();
  let rows: T[] = [];
  try {
    for (const statement of statements) rows = (await client.query<T>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const program = (name: string): string => join(findPostgres() ?? '', name);

/** Starts both; `fill` writes the first data before the standby copies it. */
export async function startPair(run: Run, fill: (url: string) => Promise<void>): Promise<Pair> {
  const folders = [newFolder(run, 'primary'), newFolder(run, STANDBY)] as const;
  const ports = [await freePort(), await freePort()] as const;
  const hosts = [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] as const;
  const data = folders.map((folder) => join(folder, 'data')) as [string, string];
  const tool = (name: string, args: readonly string[]) =>
    execFileSync(program(name), args, { ...UNPRIVILEGED, cwd: run.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const start = (index: 0 | 1) => {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${ports[index]}`,
      `unix_socket_directories=${folders[index]}`,
      'max_connections=200',
    ];
    return startProgram(run, {
      name: program('postgres'),
      args: ['-D', data[index], ...settings.flatMap((setting) => ['-c', setting])],
      folder: folders[index],
      isReady: (output) => output.includes('ready to accept'),
    });
  };
  tool('initdb', ['-D', data[0], '-U', 'carnet', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']);
  const primary = await start(0);
  await fill(urlOf([hosts[0]]));
  const source = `host=127.0.0.1 port=${ports[0]} user=carnet application_name=${STANDBY}`;
  tool('pg_basebackup', ['-D', data[1], '-d', source, '--write-recovery-conf', '--checkpoint=fast']);
  await start(1);
  await query(hosts[0], `alter system set synchronous_standby_names = '${STANDBY}'`, 'select pg_reload_conf()');
  await untilSynchronous(hosts[0]);
  const promote = async () => void (await query(hosts[1], 'select pg_promote()'));
  return { hosts, primary, promote };
}

/** Resolves when commits of that primary wait for its standby. */
export async function untilSynchronous(host: string): Promise<void> {
  while ((await query(host, "select from pg_stat_replication where sync_state = 'sync'")).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
