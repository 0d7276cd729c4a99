import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { buildFeatures } from './features.ts';
import { addDocs } from './http/docs.ts';
import { addHealth } from './http/health.ts';
import { addImages } from './http/images.ts';
import { addPages } from './http/pages.ts';
import { addApi, newServer } from './http/server.ts';
import { addStatics } from './http/statics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Hands on the mails that are due; the answer comes when none is. */
    deliverMails(): Promise<void>;
  }
}

/** The whole HTTP application, the same in tests. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = await newServer(deps.server);
  const { routes, authenticate, findImage, findContent, delivery } = buildFeatures(deps, (error) => app.log.warn(error));
  addHealth(app, deps.store.ping);
  addDocs(app, deps.server.isHttps);
  addImages(app, findImage);
  addApi(app, routes, authenticate);
  if (deps.assets) await addStatics(app, deps.assets);
  await addPages(app, { pages: deps.pages, findContent, origin: deps.origin, isKept: deps.assets !== undefined });
  app.decorate('deliverMails', delivery.deliverDue);
  app.addHook('onReady', async () => delivery.start());
  app.addHook('onClose', () => delivery.stop());
  return app;
}
