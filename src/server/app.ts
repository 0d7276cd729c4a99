import type { FastifyInstance } from 'fastify';
import { isUnavailable } from './db/errors.ts';
import type { Deps } from './deps.ts';
import type { AdminSettings, CreatedAdmin } from './features/admins/first-admin.service.ts';
import { buildFeatures } from './features.ts';
import { addCalendar } from './http/calendar.ts';
import { addDocs } from './http/docs.ts';
import { loggedError } from './http/error-log.ts';
import { failureLog } from './http/failure-log.ts';
import { addHealth } from './http/health.ts';
import { addImages } from './http/images.ts';
import { newLoad } from './http/load.ts';
import { addMetrics } from './http/metrics.ts';
import { addPages } from './http/pages.ts';
import { addSecurityText } from './http/security-text.ts';
import { addApi, newServer, perAddress } from './http/server.ts';
import { addStatics } from './http/statics.ts';
import { addStop } from './http/stop.ts';
import { addWebhook } from './http/webhook.ts';
import { writeCheck } from './http/write-check.ts';

export interface App {
  server: FastifyInstance;
  /** Delivers emails and runs jobs from now on, each when it is due, until the server is closed. */
  startJobs(): void;
  /** Delivers all emails that are due. */
  deliverMails(): Promise<void>;
  /** Runs all jobs that are due. */
  runJobs(): Promise<void>;
  /** Answers what was written to the Telegram bot; false if another process does, or without a bot. */
  answerTelegram(): Promise<boolean>;
  /** Creates the first administrator if there is none; returns the account when its password was generated. */
  ensureAdmin(settings: AdminSettings): Promise<CreatedAdmin | undefined>;
  /** Stores the built browser files for the processes of other releases, before the first page is served. Logs a failure and goes on. */
  publishAssets(): Promise<void>;
  /** Announces the end of the process: /readyz fails, and every answer closes its connection. */
  drain(): void;
}

/** The whole HTTP application, the same in tests. */
export async function buildApp(deps: Deps): Promise<App> {
  const { metrics, metricsToken } = deps;
  const writes = writeCheck(deps.store.probe);
  const logFailure = failureLog();
  const server = await newServer(deps.server, { metrics, logFailure, onUnavailable: writes.doubt });
  const { routes, authenticate, countVisitor, images, findContent, delivery, jobs, assets, notices, bot, ...more } = buildFeatures(
    deps,
    (error) => {
      if (isUnavailable(error)) writes.doubt();
      // By default the logger uses the message of the error, which may contain personal data.
      logFailure({ log: server.log, level: 'warn', error, message: loggedError(error).message });
    },
    (requestId, message, block) =>
      server.log.warn({ requestId, ...(block !== undefined && deps.server.logAddresses !== 'none' && { block }) }, message),
  );
  const load = newLoad(deps.server.maxInFlight);
  let isDraining = false;
  addHealth(server, { ping: deps.store.ping, canWrite: writes.canWrite, isDraining: () => isDraining });
  metrics?.setSources({ inFlight: load.inFlight, database: deps.store.usage, backlog: more.findBacklog, canWrite: writes.canWrite });
  if (metrics && metricsToken !== undefined) addMetrics(server, metrics, metricsToken, perAddress(deps.server));
  addDocs(server, deps.server);
  addImages(server, images, load);
  if (deps.cards) addWebhook(server, more.receiveCardMessage, load, perAddress(deps.server));
  addApi(server, routes, { authenticate, countVisitor, load, server: deps.server });
  addStop(server, { stop: notices.stop, load, rateLimit: perAddress(deps.server) });
  addCalendar(server, { read: notices.readCalendar, load });
  addSecurityText(server, deps);
  if (deps.assets) await addStatics(server, { folder: deps.assets, find: assets.find, load });
  await addPages(server, {
    pages: deps.pages,
    findContent,
    origin: deps.origin,
    isCached: deps.assets !== undefined,
    load,
    logFailure,
    countPage: metrics?.countPage,
  });
  server.addHook('onClose', async () => {
    await Promise.all([delivery.stop(), jobs.stop(), bot?.stop()]);
    deps.files?.close();
  });
  return {
    server,
    startJobs() {
      delivery.start();
      jobs.start();
      bot?.start();
    },
    deliverMails: delivery.deliverDue,
    runJobs: jobs.runDue,
    answerTelegram: async () => (await bot?.answer()) ?? false,
    ensureAdmin: more.firstAdmin.ensure,
    publishAssets: () =>
      assets.publish().catch((error: unknown) => server.log.warn({ err: error }, 'The browser files of this release could not be stored.')),
    drain() {
      isDraining = true;
    },
  };
}
