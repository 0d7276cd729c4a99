/** HAProxy in front of PostgreSQL servers that Patroni manages: it forwards to the primary. */
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/postgres-server.ts';
import type { Node } from './patroni.ts';
import { newFolder, startProgram } from './program.ts';
import type { Run } from './trial.ts';

/** Returns its host and port. */
export async function startTcpProxy(run: Run, nodes: readonly Node[]): Promise<string> {
  const folder = newFolder(run, 'haproxy-tcp');
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map(({ host, api }, index) => `\tserver postgres-${index + 1} ${host} check port ${api.split(':')[1]}`);
  const lines = [
    'defaults',
    '\tmode tcp',
    '\ttimeout connect 2s',
    '\ttimeout client 30m',
    '\ttimeout server 30m',
    'listen postgres',
    `\tbind 127.0.0.1:${port}`,
    '\toption httpchk OPTIONS /primary',
    '\thttp-check expect status 200',
    '\tdefault-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  await startProgram(run, { name: 'haproxy', args: ['-db', '-f', file], folder, isReady: () => isListening(port) });
  return `127.0.0.1:${port}`;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
