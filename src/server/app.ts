import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Store } from './db/store.ts';
import { workOf } from './db/work.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { sessionsRepo } from './features/auth/sessions.repo.ts';
import { sessionsService } from './features/auth/sessions.service.ts';
import { imagesRepo } from './features/images/images.repo.ts';
import type { Authenticate } from './http/access.ts';
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
  const { store, clock, tokens } = deps;
  const app = await newServer(deps.server);
  const sessions = sessionsService({ work: workOf(store, sessionsRepo), clock, tokens });
  const images = imagesRepo(store.db);

  const authenticate: Authenticate = async (access, token) => {
    const caller = await sessions.authenticate(token);
    if (access === 'admin') throw new AppError('api.403');
    return caller;
  };

  addHealth(app, store.ping);
  await addDocs(app);
  addImages(app, images.find);
  addApi(app, [...authRoutes(sessions)], authenticate);
  if (deps.assets) await addStatics(app, deps.assets);
  await addPages(app, { render: deps.renderPage, origin: deps.origin });
  return app;
}
