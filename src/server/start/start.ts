import type { AddressInfo } from 'node:net';
import { type App, buildApp } from '../app.ts';
import { prepareDataDir } from '../db/data-dir.ts';
import { databaseName } from '../db/database-name.ts';
import { openStore, type Store } from '../db/store.ts';
import type { OnQuery } from '../db/timed-query.ts';
import { untilAvailable } from '../db/until-available.ts';
import { adminsRepo } from '../features/admins/admins.repo.ts';
import { DEFAULT_EMAIL } from '../features/admins/settings-admin.service.ts';
import { listenForMetrics } from '../http/metrics.ts';
import { objectsRepo } from '../infra/images/objects.repo.ts';
import { stripeCards } from '../ports/cards.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { cpuQueue } from '../ports/cpu-queue.ts';
import type { Files } from '../ports/files.ts';
import { filesName } from '../ports/files-url.ts';
import { sharpImages } from '../ports/images.ts';
import { workerImports } from '../ports/import-reader.ts';
import { openMailer } from '../ports/mailers.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pages } from '../ports/pages.ts';
import { argonPasswords } from '../ports/passwords.ts';
import { workerReports } from '../ports/reports.ts';
import { telegramBot } from '../ports/telegram.ts';
import { cryptoTokens } from '../ports/tokens.ts';
import type { Config } from '../settings/config.ts';
import { announcePassword, forgetPassword } from './first-password.ts';
import { localUrl, originOf } from './origin.ts';
import { type Output, openOutput } from './output.ts';
import { RELEASE } from './release.ts';
import { slowQueryLog } from './slow-queries.ts';
import { DEFAULT_ADMIN, startWarnings } from './start-warnings.ts';
import { stopOnSignals } from './stop.ts';

/**
 * Connections that wait to be accepted, if the system allows as many (net.core.somaxconn). Node's 511 are too few when thousands of clients
 * connect at once: the system drops the attempts of the others, which repeat them after a second.
 */
const BACKLOG = 4_096;

export interface Web {
  pages: Pages;
  /** Folder with the built files; none while developing. */
  assets: string | undefined;
  /** Files of the worker threads, built or as sources: src/server/pdf/report.worker.ts, src/server/imports/import.worker.ts. */
  workers: { report: URL; import: URL };
  /** Takes part in the server, for what serves the browser side while developing. */
  prepare?: (app: App) => Promise<void>;
}

const NO_FILES = 'FILES_URL is not set, but photos are in an object store: they are answered with 503.';

/** Opens what the settings name, and serves until SIGTERM or SIGINT. */
export async function start(config: Config, web: Web, clock: Clock = systemClock): Promise<void> {
  const output = openOutput(config.log.isJson);
  // Mails, databases and all other written files contain personal data.
  process.umask(0o077);
  prepareDataDir(config.dataDir);
  const metrics = await openMetrics(config);
  const queries = slowQueryLog(config.log.slowQuery);
  const store = await openDatabase(config, output, observedBy(queries?.observe, metrics?.countQuery));
  let origin = originOf(config);
  if (store.migrated.length > 0) output.info(`the schema is now ${RELEASE.schema}, after the migrations ${store.migrated.join(', ')}`);
  const app = await buildApp({
    store,
    clock,
    tokens: cryptoTokens,
    ...cpuBound(web, config),
    files: await openFiles(config),
    mailer: openMailer(config, (line) => output.info(line)),
    contactEmail: config.contactEmail,
    hasSmtp: config.smtpUrl !== undefined,
    messageRetention: config.messageRetention,
    isRegistrationOpen: config.isRegistrationOpen,
    pages: web.pages,
    cards: config.cards && stripeCards(config.cards),
    telegram: config.telegramToken === undefined ? undefined : telegramBot({ token: config.telegramToken }),
    orderGrace: config.orderGrace,
    orderNotice: config.orderNotice,
    assets: web.assets,
    origin: () => origin,
    server: serverSettings(config),
    onAdminLogin: (email) => forgetPassword(email, config.dataDir),
    metrics,
    metricsToken: config.metrics?.listen ? undefined : config.metrics?.token,
  });
  const { server } = app;
  queries?.writeTo(server.log);
  for (const warning of startWarnings(config)) server.log.warn(warning);
  if (!config.files && (await objectsRepo(store.db).hasImages())) server.log.warn(NO_FILES);
  await web.prepare?.(app);
  const admin = await app.ensureAdmin(config);
  // At once: should the port be in use, the account is there all the same.
  if (admin) announcePassword(admin, { ...config, isTerminal: process.stdout.isTTY && !config.log.isJson }, output);
  if (config.smtpUrl && (await adminsRepo(store.db).find(DEFAULT_EMAIL))) server.log.warn(DEFAULT_ADMIN);
  await app.publishAssets();
  stopOnSignals({ app, store, output, drain: config.drain });
  if (metrics && config.metrics?.listen)
    await serveMetrics(app, metrics, { ...config.metrics.listen, token: config.metrics.token }, output);
  await server.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  app.startJobs();
  const { port } = server.server.address() as AddressInfo;
  const url = localUrl(config.host, port);
  origin = config.publicUrl ?? url;
  announce(url, config, output);
}

/** Passwords, images, reports and imported files share one queue. */
function cpuBound({ workers }: Web, { dataDir }: Config) {
  const queue = cpuQueue();
  return {
    passwords: argonPasswords(queue),
    images: sharpImages(queue),
    reports: workerReports({ worker: workers.report, folder: dataDir, queue }),
    imports: workerImports({ worker: workers.import, folder: dataDir, queue }),
  };
}

const serverSettings = ({
  publicUrl,
  trustProxy,
  hasHstsSubdomains,
  writesPerMinute,
  publicWritesPerMinute,
  maxInFlight,
  log,
}: Config) => ({
  logLevel: log.level,
  logsRequests: log.hasRequests,
  logAddresses: log.addresses,
  trustProxy,
  isHttps: publicUrl?.startsWith('https:') ?? false,
  hasHstsSubdomains,
  writesPerMinute,
  publicWritesPerMinute,
  maxInFlight,
});

function observedBy(...observers: (OnQuery | undefined)[]): OnQuery | undefined {
  const present = observers.filter((observe) => observe !== undefined);
  if (present.length === 0) return undefined;
  return (query) => {
    for (const observe of present) observe(query);
  };
}

/** Loads the metrics library only if they are on. */
async function openMetrics({ metrics, databaseUrl, dataDir }: Config): Promise<Metrics | undefined> {
  if (!metrics) return undefined;
  const { prometheusMetrics } = await import('../ports/prometheus.ts');
  return prometheusMetrics({ ...RELEASE, database: databaseUrl ? 'postgres' : 'sqlite' }, dataDir);
}

/** Loads the client of the object store only if there is one. */
async function openFiles({ files }: Config): Promise<Files | undefined> {
  if (!files) return undefined;
  const { s3Files } = await import('../ports/s3-files.ts');
  return s3Files(files);
}

function openDatabase(config: Config, output: Output, onQuery: OnQuery | undefined): Promise<Store> {
  const { databaseUrl, startTimeout } = config;
  const onError = (error: Error): void => output.warn(`Database: ${error.message}`, error);
  const open = () => openStore({ ...config, onError, onQuery });
  if (!databaseUrl) return open();
  const onWait = (error: unknown): void => {
    const { code = 'no answer' } = error as { code?: string };
    output.warn(`${databaseName(config)} is not available (${code}). Trying again for ${startTimeout / 1_000} s.`);
  };
  return untilAvailable(open, { timeout: startTimeout, onWait });
}

type MetricsAddress = Parameters<typeof listenForMetrics>[1];

async function serveMetrics({ server }: App, metrics: Metrics, address: MetricsAddress, output: Output): Promise<void> {
  const { url, close } = await listenForMetrics(metrics, address);
  server.addHook('onClose', close);
  output.info(`metrics on ${url}`);
}

function announce(url: string, config: Config, output: Output): void {
  const database = databaseName(config);
  const pool = config.databaseUrl ? config.pool : undefined;
  const files = config.files && filesName(config.files);
  const facts = [
    ...[`Carnet ${RELEASE.version}`, `schema ${RELEASE.schema}`, database],
    ...(pool ? [`pool of ${pool}`] : []),
    ...(files ? [`photos in ${files}`] : []),
  ];
  const details = { release: RELEASE.version, schema: RELEASE.schema, database, pool, files };
  output.info(config.log.isJson ? `listening on ${url}` : `listening on ${url} (${facts.join(', ')})`, details);
}
