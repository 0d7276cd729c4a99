/** HAProxy with the configuration of deploy/haproxy, on free ports of this machine and with a certificate made for the trial. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { onCore } from './carnet.ts';
import { newAgent, send } from './load.ts';
import { onPath, type Run } from './trial.ts';

const SHIPPED = join(import.meta.dirname, '..', '..', 'haproxy', 'haproxy.cfg');
const START_TIMEOUT = 30_000;

/** Makes a certificate for 127.0.0.1, with its key in the same file. */
function makeCertificate(folder: string): string {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'carnet.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return both;
}

function replaced(text: string, search: RegExp, replacement: string): string {
  if (!search.test(text)) throw new Error(`deploy/haproxy/haproxy.cfg has no ${search}: the trial does not know where to set its ports.`);
  return text.replace(search, replacement);
}

/** The shipped configuration with other addresses; a user other than root cannot change to the user haproxy. */
function configuration(ports: { http: number; https: number; servers: readonly number[] }, certificate: string | undefined): string {
  const serversOf = (track: boolean) =>
    ports.servers.map((port, n) => `\tserver carnet-${n + 1} 127.0.0.1:${port}${track ? ` track carnet/carnet-${n + 1}` : ''}\n`).join('');
  let text = readFileSync(SHIPPED, 'utf8');
  text = replaced(text, /bind :80$/m, `bind 127.0.0.1:${ports.http}`);
  const tls = certificate === undefined ? '' : ` ssl crt ${certificate} alpn h2,http/1.1`;
  text = replaced(text, /bind :443 ssl crt .*$/m, `bind 127.0.0.1:${ports.https}${tls}`);
  if (certificate === undefined) text = replaced(text, /^\thttp-request redirect scheme https .*\n/m, '');
  text = replaced(text, /^\tserver carnet-1 \S+\n(?:\t#.*\n)*/m, serversOf(false));
  text = replaced(text, /^\tserver carnet-1 \S+ track .*\n(?:\t#.*\n)*/m, serversOf(true));
  return process.getuid?.() === 0 ? text : replaced(text, /^\t(?:user|group) haproxy\n/gm, '');
}

/** Starts HAProxy in front of servers on these ports of this machine, on one core if `core` is given; returns its address. */
export async function startHaproxy(
  { folder, atEnd }: Run,
  servers: readonly number[],
  { core, hasTls = true }: { core?: number; hasTls?: boolean } = {},
): Promise<{ url: string; output: () => string }> {
  const ports = { http: await freePort(), https: await freePort(), servers };
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(ports, hasTls ? makeCertificate(folder) : undefined));
  const [program = '', ...args] = [...onCore(core), onPath('haproxy') ?? 'haproxy', '-db', '-f', file];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  atEnd(async () => {
    process.off('exit', kill);
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const url = `${hasTls ? 'https' : 'http'}://127.0.0.1:${ports.https}`;
  const deadline = Date.now() + START_TIMEOUT;
  const agent = newAgent(url);
  while ((await send(url, { kind: 'ready', method: 'GET', path: '/readyz' }, agent)).status !== 200) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`HAProxy does not serve:\n${output}`);
    await after(200);
  }
  agent.destroy();
  return { url, output: () => output };
}
