import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import type { AdminSettings, CreatedAdmin } from './features/admins/first-admin.service.ts';
import { buildFeatures } from './features.ts';
import { addDocs } from './http/docs.ts';
import { addHealth } from './http/health.ts';
import { addImages } from './http/images.ts';
import { newLoad } from './http/load.ts';
import { addPages } from './http/pages.ts';
import { addApi, newServer, PER_ADDRESS } from './http/server.ts';
import { addStatics } from './http/statics.ts';
import { addWebhook } from './http/webhook.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Hands on the mails that are due; the answer comes when none is. */
    deliverMails(): Promise<void>;
    /** Does what the clock has made due; the answer comes when nothing is. */
    runJobs(): Promise<void>;
    /** Sees that there is an administrator; gives the account when its password was made here. */
    ensureAdmin(settings: AdminSettings): Promise<CreatedAdmin | undefined>;
  }
}

/** The whole HTTP application, the same in tests. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = await newServer(deps.server);
  const { routes, authenticate, findImage, findContent, delivery, jobs, firstAdmin, receiveCardMessage } = buildFeatures(
    deps,
    (error) => app.log.warn(error),
    (requestId, message) => app.log.warn({ requestId }, message),
  );
  const load = newLoad();
  addHealth(app, deps.store.ping);
  addDocs(app, deps.server);
  addImages(app, findImage, load);
  if (deps.cards) addWebhook(app, receiveCardMessage, load, PER_ADDRESS);
  addApi(app, routes, { authenticate, load, writesPerMinute: deps.server.writesPerMinute ?? 0 });
  if (deps.assets) await addStatics(app, deps.assets);
  await addPages(app, { pages: deps.pages, findContent, origin: deps.origin, isKept: deps.assets !== undefined, load });
  app.decorate('deliverMails', delivery.deliverDue);
  app.decorate('runJobs', jobs.runDue);
  app.decorate('ensureAdmin', firstAdmin.ensure);
  app.addHook('onReady', async () => {
    delivery.start();
    jobs.start();
  });
  app.addHook('onClose', async () => {
    await Promise.all([delivery.stop(), jobs.stop()]);
  });
  return app;
}
