/** nginx with the configuration of deploy/nginx, on a free port of this machine and without TLS. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { newFolder, type Program, startProgram } from './program.ts';
import type { Run } from './trial.ts';

const SHIPPED = join(import.meta.dirname, '..', '..', 'nginx', 'carnet.conf');
/** Lines that are left out, because the trial has no certificates. */
const TLS = /^\t+(?:listen (?:\[::\]:)?443|ssl_).*\n/gm;

function replaced(text: string, search: RegExp, replacement: string): string {
  if (!search.test(text)) throw new Error(`deploy/nginx/carnet.conf has no ${search}: the trial does not know what to change.`);
  return text.replace(search, replacement);
}

/** The shipped configuration with other addresses. */
function configuration(folder: string, ports: { nginx: number; carnet: number }): string {
  let text = readFileSync(SHIPPED, 'utf8');
  text = replaced(text, TLS, '');
  text = replaced(text, /^server \{\n\tlisten 80;[\s\S]*?\n\}\n/m, '');
  text = replaced(text, /^\tserver_name /m, `\tlisten 127.0.0.1:${ports.nginx};\n\tserver_name `);
  text = replaced(text, /server 127\.0\.0\.1:3000 /, `server 127.0.0.1:${ports.carnet} `);
  text = replaced(text, /^\t#server 127\.0\.0\.1:3001 .*\n/m, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
access_log off;
${temporary.join('\n')}
${text}}
`;
}

/** Starts nginx in front of Carnet on a port of this machine. */
export async function startNginx(run: Pick<Run, 'folder' | 'atEnd'>, carnet: number): Promise<Program & { url: string }> {
  const folder = newFolder(run, `nginx-${carnet}`);
  const ports = { nginx: await freePort(), carnet };
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, ports));
  const url = `http://127.0.0.1:${ports.nginx}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { ...(await startProgram(run, { name: 'nginx', args: ['-e', 'stderr', '-p', folder, '-c', file], folder, isReady })), url };
}
