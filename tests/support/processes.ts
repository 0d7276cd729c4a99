/** Servers as separate processes on a database that outlives them, for tests that a single process cannot cover. */
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import type { DatabaseKind } from '#server/db/columns.ts';
import { openStore, type Store } from '#server/db/store.ts';
import type { Answer, RequestOptions } from './app.ts';
import { createDatabase, WITHOUT_LIMITS } from './postgres.ts';
import { type RunningServer, startServer } from './server.ts';

/** Root of the project; a patched copy has the same layout. */
export const PROJECT = join(import.meta.dirname, '..', '..');
const entryIn = (project: string): string => join(project, 'tests', 'support', 'server-process.ts');

export interface SharedDatabase {
  kind: DatabaseKind;
  env: Record<string, string>;
  /** Opens the database, and migrates it if no server has done so. */
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export interface DatabaseOptions {
  /** URL of a database on another PostgreSQL server. */
  url?: string;
  /** Without tables, for tests of the migrations. */
  isEmpty?: boolean;
  /** No time limits for PostgreSQL, which many simultaneous requests could exceed on a busy machine. */
  isPatient?: boolean;
}

/** A database with the newest schema and without rows; servers connect to it with `env`. */
export async function aDatabase(
  kind: DatabaseKind,
  { url, isEmpty = false, isPatient = false }: DatabaseOptions = {},
): Promise<SharedDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carnet-shared-'));
  if (kind === 'sqlite' && !isEmpty) cpSync(inject('sqliteTemplate'), dataDir, { recursive: true });
  const created = kind === 'postgres' && !url ? await createDatabase(isEmpty ? 'empty' : 'migrated') : undefined;
  const address = url ?? created?.url;
  const databaseUrl = address && isPatient ? address + WITHOUT_LIMITS : address;
  return {
    kind,
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    open: () => openStore({ dataDir, databaseUrl, onError: () => undefined }),
    async remove() {
      await created?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the built server on that database; `env` overrides the settings of the database. */
export const startOn = ({ env }: Pick<SharedDatabase, 'env'>, more: Record<string, string> = {}): Promise<RunningServer> =>
  startServer({ ...env, ...more });

/** Starts a server on that database from the source of `project`, with a clock that a test controls. */
export const startFromSource = (
  { env }: Pick<SharedDatabase, 'env'>,
  project = PROJECT,
  more: Record<string, string> = {},
): Promise<RunningServer> => startServer({ ...env, ...more }, entryIn(project));

export async function kill(server: RunningServer): Promise<void> {
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
}

/** Sends a request over HTTP; otherwise like `request` of a test app. Rejects if the server is not running. */
export async function request(server: { url: string }, method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { token, body, form, headers = {} } = options;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: isJson ? await response.json() : await response.arrayBuffer(),
    headers: Object.fromEntries(response.headers),
  };
}
