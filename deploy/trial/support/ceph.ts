/** Ceph with its S3 gateway on this machine: one monitor, one store in memory and one gateway, on free ports. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import aws4 from 'aws4';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { onPath, type Program, type Run } from './trial.ts';

export const CEPH_PROGRAMS: readonly Program[] = [
  'ceph',
  'ceph-authtool',
  'monmaptool',
  'ceph-mon',
  'ceph-osd',
  'radosgw',
  'radosgw-admin',
];

const BUCKET = 'carnet-photos';
const ACCESS_KEY = 'key-of-the-trial';
const SECRET_KEY = 'secret-of-the-trial';
/** Milliseconds for each part to start. */
const START_TIMEOUT = 120_000;
const REGION = 'us-east-1';

export interface S3Gateway {
  /** The settings of Carnet. */
  env: Record<string, string>;
  process: ChildProcess;
  /** Number of objects in the bucket. */
  count(): Promise<number>;
}

const run = promisify(execFile);

function configuration(folder: string, ports: { monitor: number; gateway: number }): string {
  return `[global]
fsid = ${randomUUID()}
mon initial members = a
mon host = [v2:127.0.0.1:${ports.monitor}]
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind msgr1 = false
keyring = ${folder}/keyring
mon data = ${folder}/mon
mon data avail crit = 1
mon allow pool size one = true
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
`;
}

/** Starts a program of Ceph in the foreground; it ends with the trial, a stopped one as well. */
function startProgram({ folder, atEnd }: Run, name: 'ceph-mon' | 'ceph-osd' | 'radosgw', args: readonly string[]): ChildProcess {
  const output = openSync(join(folder, `${name}.out`), 'a');
  const child = spawn(onPath(name) ?? name, [...args, '-f'], { stdio: ['ignore', output, output] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  atEnd(async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  });
  return child;
}

async function until(what: string, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what} did not start in ${START_TIMEOUT / 1000} s.`);
    await after(500);
  }
}

/** Sends a signed request to the gateway and returns the body. */
function signed(endpoint: string, method: 'GET' | 'PUT', path: string): Promise<string> {
  const { host, hostname, port } = new URL(endpoint);
  const { headers = {} } = aws4.sign(
    { service: 's3', region: REGION, host, method, path },
    { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
  );
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      if (response.statusCode === 200) resolve(body);
      else reject(new Error(`The gateway answered ${response.statusCode}: ${body}`));
    });
    request.on('error', reject);
    request.end();
  });
}

/** Starts Ceph with an empty bucket. */
export async function startCeph(trial: Run): Promise<S3Gateway> {
  const folder = join(trial.folder, 'ceph');
  const ports = { monitor: await freePort(), gateway: await freePort() };
  for (const each of ['mon', 'osd']) mkdirSync(join(folder, each), { recursive: true });
  const [file, keyring, map] = ['ceph.conf', 'keyring', 'monmap'].map((name) => join(folder, name)) as [string, string, string];
  const text = configuration(folder, ports);
  writeFileSync(file, text);
  const call = (name: Program, ...args: string[]) => run(onPath(name) ?? name, args);
  const ceph = (...args: string[]) => call('ceph', '-c', file, '--connect-timeout', '10', ...args);

  const key = (name: string, ...caps: string[]) => call('ceph-authtool', keyring, '--gen-key', '-n', name, ...caps);
  await call('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  await key('client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *');
  await key('osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *');
  const id = /fsid = (\S+)/.exec(text)?.[1] ?? '';
  await call('monmaptool', '--create', '--fsid', id, '--addv', 'a', `[v2:127.0.0.1:${ports.monitor}]`, map);
  await call('ceph-mon', '-c', file, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  startProgram(trial, 'ceph-mon', ['-c', file, '-i', 'a']);
  await until('The monitor of Ceph', async () => (await ceph('mon', 'stat')).stdout.includes('quorum'));
  const osd = randomUUID();
  await ceph('osd', 'new', osd, '0');
  await call('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', osd);
  startProgram(trial, 'ceph-osd', ['-c', file, '-i', '0']);
  await until('The store of Ceph', async () => (await ceph('osd', 'stat')).stdout.includes('1 up'));
  const user = ['--uid=carnet', '--display-name=Carnet', `--access-key=${ACCESS_KEY}`, `--secret-key=${SECRET_KEY}`];
  await call('radosgw-admin', '-c', file, 'user', 'create', ...user);
  const gateway = startProgram(trial, 'radosgw', ['-c', file, '-n', 'client.admin']);
  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  await until('The gateway of Ceph', async () => (await signed(endpoint, 'PUT', `/${BUCKET}`)) !== undefined);
  return {
    env: {
      FILES_URL: `s3://${BUCKET}/trial?endpoint=${endpoint}&region=${REGION}`,
      FILES_ACCESS_KEY_ID: ACCESS_KEY,
      FILES_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    process: gateway,
    count: async () => (await signed(endpoint, 'GET', `/${BUCKET}?list-type=2&max-keys=1000`)).split('<Key>').length - 1,
  };
}
