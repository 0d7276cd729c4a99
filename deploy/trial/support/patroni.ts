/** PostgreSQL servers that Patroni manages with etcd, with synchronous replication. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { findPostgres } from '../../../scripts/tools.mjs';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { killTree, newFolder, startProgram } from './program.ts';
import type { Run } from './trial.ts';

const NAMES = ['first', 'second'] as const;
/** Milliseconds between two questions to Patroni. */
const EVERY = 200;
const START_TIMEOUT = 180_000;

export interface Node {
  /** Address of PostgreSQL. */
  host: string;
  /** Address of Patroni's own API. */
  api: string;
  /** Ends Patroni and PostgreSQL at once, as the loss of their machine does; or Patroni alone, which leaves the server without control. */
  kill(what?: 'machine' | 'patroni'): Promise<void>;
}

export interface Cluster {
  primary: Node;
  standby: Node;
}

interface Timing {
  /** Seconds: the lease of the primary, the time between two checks, and how long Patroni tries again. */
  ttl: number;
  loopWait: number;
  retryTimeout: number;
}

/** Starts etcd and two servers, of which one becomes the primary and the other its synchronous standby. */
export async function startCluster(run: Run, timing: Timing): Promise<Cluster> {
  const etcd = await startEtcd(run, newFolder(run, 'etcd'));
  const [first, second] = [await startNode(run, { etcd, timing, name: NAMES[0] }), await startNode(run, { etcd, timing, name: NAMES[1] })];
  await until('a primary', () => answers(first, 'primary'));
  await until('a synchronous standby', () => answers(second, 'synchronous'));
  return { primary: first, standby: second };
}

/** True if that server has that role; Patroni answers 200 for it and 503 otherwise. */
export async function answers({ api }: Pick<Node, 'api'>, role: 'primary' | 'replica' | 'synchronous'): Promise<boolean> {
  return fetch(`http://${api}/${role}`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Patroni has not made ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

async function startEtcd(run: Run, folder: string): Promise<string> {
  const [client, peer] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const options = {
    'data-dir': join(folder, 'data'),
    'listen-client-urls': `http://${client}`,
    'advertise-client-urls': `http://${client}`,
    'listen-peer-urls': `http://${peer}`,
    'initial-advertise-peer-urls': `http://${peer}`,
    'initial-cluster': `default=http://${peer}`,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const isReady = () =>
    fetch(`http://${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await startProgram(run, { name: 'etcd', args, folder, isReady });
  return client;
}

interface NodeSettings {
  etcd: string;
  timing: Timing;
  name: string;
}

async function startNode(run: Run, { etcd, timing, name }: NodeSettings): Promise<Node> {
  const folder = newFolder(run, name);
  const [host, api] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const settings = {
    scope: 'carnet',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: timing.ttl,
        loop_wait: timing.loopWait,
        retry_timeout: timing.retryTimeout,
        synchronous_mode: true,
        postgresql: { parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
    },
    postgresql: {
      listen: host,
      connect_address: host,
      data_dir: join(folder, 'data'),
      bin_dir: findPostgres(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'carnet' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
    },
  };
  const file = join(folder, 'patroni.yaml');
  writeFileSync(file, stringify(settings), { mode: 0o644 });
  const isReady = async () => (await answers({ api }, 'primary')) || (await answers({ api }, 'replica'));
  run.atEnd(() => killServer(folder));
  const program = await startProgram(run, { name: 'patroni', args: [file], folder, isReady });
  const kill = async (what = 'machine') => {
    if (what === 'machine') killServer(folder);
    await program.kill();
  };
  return { host, api, kill };
}

/** Kills the PostgreSQL server with that folder, which is not a child of Patroni. */
function killServer(folder: string): void {
  const file = join(folder, 'data', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  const command = `/proc/${pid}/cmdline`;
  // The file stays after a loss, and the number may belong to another process by then.
  if (pid > 0 && existsSync(command) && readFileSync(command, 'utf8').includes(folder)) killTree(pid);
}
