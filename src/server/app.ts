import type { FastifyInstance } from 'fastify';
import type { Store } from './db/store.ts';
import { buildFeatures } from './features.ts';
import { addDocs } from './http/docs.ts';
import { addHealth } from './http/health.ts';
import { addImages } from './http/images.ts';
import { addPages } from './http/pages.ts';
import { addApi, newServer, type ServerSettings } from './http/server.ts';
import { addStatics } from './http/statics.ts';
import type { Clock } from './ports/clock.ts';
import type { Images } from './ports/images.ts';
import type { Mailer } from './ports/mailer.ts';
import type { RenderPage } from './ports/pages.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Tokens } from './ports/tokens.ts';

/** Everything that the application is handed: real in main, partly faked in tests. */
export interface Deps {
  store: Store;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  images: Images;
  mailer: Mailer;
  renderPage: RenderPage;
  /** Folder of the built browser files; none in tests. */
  assets: string | undefined;
  /** Public address, without a slash at the end. */
  origin: () => string;
  server: ServerSettings;
}

/** The whole HTTP application, the same in tests. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = await newServer(deps.server);
  const { routes, authenticate, findImage } = buildFeatures(deps);
  addHealth(app, deps.store.ping);
  await addDocs(app);
  addImages(app, findImage);
  addApi(app, routes, authenticate);
  if (deps.assets) await addStatics(app, deps.assets);
  await addPages(app, { render: deps.renderPage, origin: deps.origin });
  return app;
}
