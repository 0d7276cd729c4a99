import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type App, buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { openStore, type Store } from './db/store.ts';
import { stripeCards } from './ports/cards.ts';
import { type Clock, systemClock } from './ports/clock.ts';
import { cpuQueue } from './ports/cpu-queue.ts';
import { sharpImages } from './ports/images.ts';
import { openMailer } from './ports/mailers.ts';
import type { Pages } from './ports/pages.ts';
import { argonPasswords } from './ports/passwords.ts';
import { workerReports } from './ports/reports.ts';
import { cryptoTokens } from './ports/tokens.ts';
import { startWarnings } from './start-warnings.ts';

export interface Web {
  pages: Pages;
  /** Folder with the built files; none while developing. */
  assets: string | undefined;
  /** File of the worker that draws reports: built, or src/server/pdf/report.worker.ts. */
  reportWorker: URL;
  /** Takes part in the server, for what serves the browser side while developing. */
  prepare?: (app: App) => Promise<void>;
}

/** Time that requests under way get when the process is asked to stop. */
const STOP_AFTER = 4_000;
const SWEEP_EVERY = 50;
/** After this time the process ends, even if the database hangs. */
const LAST_DEADLINE = 8_000;

/** Opens what the settings name, and serves until SIGTERM or SIGINT. */
export async function start(config: Config, web: Web, clock: Clock = systemClock): Promise<void> {
  // Mails, databases and all other written files contain personal data.
  process.umask(0o077);
  prepareDataDir(config.dataDir);
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onError: (error) => console.error(`Database: ${error.message}`),
  });
  const queue = cpuQueue();
  let origin = config.publicUrl ?? '';
  const app = await buildApp({
    store,
    clock,
    tokens: cryptoTokens,
    passwords: argonPasswords(queue),
    images: sharpImages(queue),
    reports: workerReports({ worker: web.reportWorker, queue }),
    mailer: openMailer(config),
    contactEmail: config.contactEmail,
    hasSmtp: config.smtpUrl !== undefined,
    messageRetention: config.messageRetention,
    pages: web.pages,
    cards: config.cards && stripeCards(config.cards),
    orderGrace: config.orderGrace,
    assets: web.assets,
    origin: () => origin,
    server: {
      logLevel: config.logLevel,
      trustProxy: config.trustProxy,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      hasHstsSubdomains: config.hasHstsSubdomains,
      writesPerMinute: config.writesPerMinute,
    },
  });
  const { server } = app;
  for (const warning of startWarnings(config)) server.log.warn(warning);
  await web.prepare?.(app);
  const admin = await app.ensureAdmin(config);
  // At once: should the port be in use, the account is there all the same.
  if (admin) console.log(`administrator: ${admin.email}, password ${admin.password} (shown only once; log in at /admin)`);
  stopOnSignals(server, store);
  await server.listen({ host: config.host, port: config.port });
  const { port } = server.server.address() as AddressInfo;
  const shown = shownHost(config.host);
  origin ||= `http://${shown}:${port}`;
  console.log(`listening on http://${shown}:${port}`);
}

/** As it stands in an address: IPv6 in brackets. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const settled = (work: () => Promise<unknown>): Promise<Error | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

function end(code: number, error: Error | undefined): void {
  if (error) console.error(`Carnet did not stop in order: ${error.message}`);
  process.exit(code);
}

function stopOnSignals(server: FastifyInstance, store: Store): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    // A connection whose last request has been answered would else stay open for its next one.
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY);
    const force = setTimeout(() => server.server.closeAllConnections(), STOP_AFTER);
    setTimeout(() => end(1, new Error('the database or a request did not end in time')), LAST_DEADLINE).unref();
    const closed = await settled(() => server.close());
    const stored = await settled(() => store.close());
    clearInterval(sweep);
    clearTimeout(force);
    const failed = closed ?? stored;
    end(failed ? 1 : 0, failed);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
