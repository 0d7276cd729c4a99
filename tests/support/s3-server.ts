/** An S3-compatible store on the loopback interface, which verifies signatures and can be made to fail. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from '@20minutes/s3rver';
import type { FilesSettings } from '#server/ports/files-url.ts';

export const BUCKET = 'carnet-photos';
const PREFIX = 'test/';

/**
 * `hung` accepts requests and never answers, `gone` closes their connections, `failing` answers 500; with `page` and `missing` something
 * in front of the store answers with a page, with status 200 or 404.
 */
type Mode = 'working' | 'hung' | 'gone' | 'failing' | 'page' | 'missing';

export interface S3Server {
  settings: FilesSettings;
  /** The settings as environment variables. */
  env: Record<string, string>;
  mode: Mode;
  /** Requests received, as `GET <key>`. */
  requests: string[];
  /** Keys of all objects, without the prefix. */
  keys(): string[];
  /** Number of open connections. */
  connections(): Promise<number>;
  /** Ends all connections, including those with hung requests. */
  disconnect(): void;
  close(): Promise<void>;
}

export async function s3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'carnet-s3-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await store.configureBuckets();
  const serve = store.callback();
  const server = createServer((request, response) => {
    running.requests.push(`${request.method} ${request.url?.split('/').at(-1)}`);
    if (running.mode === 'working') return void serve(request, response);
    request.resume();
    if (running.mode === 'gone') request.socket.destroy();
    if (running.mode === 'page' || running.mode === 'missing')
      response.writeHead(running.mode === 'page' ? 200 : 404).end('<!doctype html><title>Back soon</title>');
    if (running.mode === 'failing') response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = join(directory, BUCKET, PREFIX);
  const running: S3Server = {
    settings: { endpoint, region: 'us-east-1', bucket: BUCKET, prefix: PREFIX, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    env: {
      FILES_URL: `s3://${BUCKET}/${PREFIX}?endpoint=${endpoint}`,
      FILES_ACCESS_KEY_ID: 'S3RVER',
      FILES_SECRET_ACCESS_KEY: 'S3RVER',
    },
    mode: 'working',
    requests: [],
    keys: () => (existsSync(folder) ? readdirSync(folder).flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []) : []),
    connections: () => promisify(server.getConnections.bind(server))(),
    disconnect: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
  return running;
}
