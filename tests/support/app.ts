import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { type App, buildApp } from '#server/app.ts';
import type { DatabaseKind } from '#server/db/columns.ts';
import { openStore, type Store, type StoreSettings } from '#server/db/store.ts';
import type { Deps } from '#server/deps.ts';
import type { Clock } from '#server/ports/clock.ts';
import { sharpImages } from '#server/ports/images.ts';
import { workerImports } from '#server/ports/import-reader.ts';
import type { OutgoingMail } from '#server/ports/mailer.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { workerReports } from '#server/ports/reports.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { barePages } from './bare-pages.ts';
import { type TestClock, testClock } from './clock.ts';
import { createDatabase, WITHOUT_LIMITS } from './postgres.ts';

/** Milliseconds from the confirmation of a payment to the activation of its tariff. */
export const ORDER_GRACE = 30 * 60_000;
export const ORDER_NOTICE = 15 * 60_000;

/** The built workers: a thread loads one in a third of the time that its sources take. */
const IMPORT_WORKER = new URL('../../dist/server/import.worker.js', import.meta.url);
export const REPORT_WORKER = new URL('../../dist/server/report.worker.js', import.meta.url);

/** Every server test runs on both databases. */
export const DATABASES: readonly DatabaseKind[] = ['sqlite', 'postgres'];

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the body that it expects
  body: any;
  headers: LightMyRequestResponse['headers'];
}

export interface RequestOptions {
  token?: string | undefined;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** The client's address; 127.0.0.1 by default. */
  address?: string | undefined;
}

export interface TestApp extends App {
  store: Store;
  database: DatabasePlace;
  /** Folder of the SQLite files. */
  dataDir: string;
  clock: TestClock;
  /** Emails that were sent, oldest first. */
  mails: OutgoingMail[];
  /** Delivers the emails that are due and forgets all that were sent. */
  forgetMails(): Promise<void>;
  request(method: Method, path: string, options?: RequestOptions): Promise<Answer>;
  /** Runs the callback once, right before the application's next transaction, as a concurrent request between check and transaction. */
  beforeTransaction(callback: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** A database and a clock: what helpers need to insert rows, even without an application. */
export interface Rows {
  store: Store;
  clock: Clock;
}

type DatabasePlace = Pick<StoreSettings, 'dataDir' | 'databaseUrl'>;

interface TestSettings extends Partial<Deps>, Pick<StoreSettings, 'onQuery'> {
  /** No time limits for PostgreSQL, which many simultaneous requests could exceed on a busy machine. */
  isPatient?: boolean;
  /** An existing database, such as that of another application; by default, each has its own. */
  database?: DatabasePlace;
}

/** The application on a fresh database of that kind, with its own clock and mailer; everything else is real. */
export async function testApp(
  kind: DatabaseKind,
  { onQuery, database: shared, isPatient = false, ...overrides }: TestSettings = {},
): Promise<TestApp> {
  const { place, remove } = shared ? { place: shared, remove: async () => undefined } : await newDatabase(kind, isPatient);
  const store = await openStore({ ...place, onError: () => undefined, onQuery });
  const clock = testClock();
  let nextCallback: (() => Promise<unknown>) | undefined;
  const interrupted: Store = {
    ...store,
    async transaction(work) {
      const callback = nextCallback;
      nextCallback = undefined;
      await callback?.();
      return store.transaction(work);
    },
  };
  const mails: OutgoingMail[] = [];
  const app = await buildApp({
    store: interrupted,
    clock,
    tokens: cryptoTokens,
    passwords: argonPasswords(),
    images: sharpImages(),
    reports: workerReports({ worker: REPORT_WORKER, folder: place.dataDir }),
    imports: workerImports({ worker: IMPORT_WORKER, folder: place.dataDir }),
    contactEmail: undefined,
    hasSmtp: true,
    messageRetention: 0,
    cards: undefined,
    orderGrace: ORDER_GRACE,
    orderNotice: ORDER_NOTICE,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    pages: barePages(async ({ address }) => ({ status: 200, html: `<!doctype html><title>${address}</title>` })),
    assets: undefined,
    origin: () => 'http://carnet.test',
    server: { logLevel: 'silent', trustProxy: false, isHttps: false },
    ...overrides,
  });
  return {
    ...app,
    store,
    database: place,
    dataDir: place.dataDir,
    clock,
    mails,
    async forgetMails() {
      await app.deliverMails();
      mails.length = 0;
    },
    request: (method, path, options = {}) => request(app.server, method, path, options),
    beforeTransaction(happens) {
      nextCallback = happens;
    },
    async close() {
      await app.server.close();
      await store.close();
      await remove();
    },
  };
}

async function newDatabase(kind: DatabaseKind, isPatient: boolean): Promise<{ place: DatabasePlace; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carnet-test-'));
  if (kind === 'sqlite') await cp(inject('sqliteTemplate'), dataDir, { recursive: true });
  const created = kind === 'postgres' ? await createDatabase() : undefined;
  return {
    place: { dataDir, databaseUrl: created && created.url + (isPatient ? WITHOUT_LIMITS : '') },
    async remove() {
      await created?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function request(
  server: FastifyInstance,
  method: Method,
  path: string,
  { token, body, form, headers = {}, address }: RequestOptions,
): Promise<Answer> {
  const sent = form ? new Response(form) : undefined;
  const response = await server.inject({
    method,
    url: path,
    ...(address ? { remoteAddress: address } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(sent ? { 'content-type': sent.headers.get('content-type') ?? '' } : {}),
      ...headers,
    },
    ...(sent ? { payload: Buffer.from(await sent.arrayBuffer()) } : body === undefined ? {} : { payload: body as object }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
}
