/** nginx with the configuration of deploy/nginx, on a free port of this machine and without TLS; it sends the photos of the object store. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { newFolder, type Program, startProgram } from './program.ts';
import type { Run } from './trial.ts';

const SHIPPED = join(import.meta.dirname, '..', '..', 'nginx', 'carnet.conf');
/** Lines that are left out, because the trial has no certificates. */
const TLS = /^\t+(?:listen (?:\[::\]:)?443|ssl_|proxy_ssl_).*\n/gm;

function replaced(text: string, search: RegExp, replacement: string): string {
  if (!search.test(text)) throw new Error(`deploy/nginx/carnet.conf has no ${search}: the trial does not know what to change.`);
  return text.replace(search, replacement);
}

/** The shipped configuration with the part for photos, and with other addresses. */
function configuration(folder: string, ports: { nginx: number; carnet: number }, store: string): string {
  let text = readFileSync(SHIPPED, 'utf8');
  text = replaced(text, /^(\t?)#(?! )/gm, '$1');
  text = replaced(text, TLS, '');
  text = replaced(text, /^server \{\n\tlisten 80;[\s\S]*?\n\}\n/m, '');
  text = replaced(text, /^\tserver_name /m, `\tlisten 127.0.0.1:${ports.nginx};\n\tserver_name `);
  text = replaced(text, /server 127\.0\.0\.1:3000 /, `server 127.0.0.1:${ports.carnet} `);
  text = replaced(text, /^\tserver 127\.0\.0\.1:3001 .*\n/m, '');
  text = replaced(text, /server s3\.example\.com:443;/, `server ${store};`);
  text = replaced(text, /s3\.example\.com/g, store);
  text = replaced(text, /https:\/\/carnet_photos/, 'http://carnet_photos');
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

/** Starts nginx in front of Carnet on a port of this machine; `store` is the address (http) of the object store. */
export async function startNginx(run: Pick<Run, 'folder' | 'atEnd'>, carnet: number, store: string): Promise<Program & { url: string }> {
  const folder = newFolder(run, `nginx-${carnet}`);
  const ports = { nginx: await freePort(), carnet };
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, ports, new URL(store).host));
  const url = `http://127.0.0.1:${ports.nginx}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { ...(await startProgram(run, { name: 'nginx', args: ['-e', 'stderr', '-p', folder, '-c', file], folder, isReady })), url };
}
