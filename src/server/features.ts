import { AppError } from './app-error.ts';
import { workOf } from './db/work.ts';
import type { Deps } from './deps.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { sessionsRepo } from './features/auth/sessions.repo.ts';
import { sessionsService } from './features/auth/sessions.service.ts';
import { idempotencyRepo } from './features/idempotency/idempotency.repo.ts';
import { imagesRepo } from './features/images/images.repo.ts';
import { notesRepo } from './features/notes/notes.repo.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { notesService } from './features/notes/notes.service.ts';
import { recordsRepo } from './features/records/records.repo.ts';
import { recordsRoutes } from './features/records/records.routes.ts';
import { recordsService } from './features/records/records.service.ts';
import { vehiclesRepo } from './features/vehicles/vehicles.repo.ts';
import { vehiclesRoutes } from './features/vehicles/vehicles.routes.ts';
import { vehiclesService } from './features/vehicles/vehicles.service.ts';
import type { Authenticate } from './http/access.ts';
import type { FindImage } from './http/images.ts';
import type { Route } from './http/route.ts';

export interface Features {
  routes: Route[];
  authenticate: Authenticate;
  findImage: FindImage;
}

/** Makes every service with its repositories, and hands one to another where a rule spans two. */
export function buildFeatures({ store, clock, tokens, images }: Deps): Features {
  const sessions = sessionsService({ work: workOf(store, sessionsRepo), clock, tokens });
  const vehicles = vehiclesService({
    work: workOf(store, (db) => ({ vehicles: vehiclesRepo(db), images: imagesRepo(db), idempotency: idempotencyRepo(db) })),
    clock,
    tokens,
    images,
  });
  const records = recordsService({
    work: workOf(store, (db) => ({ records: recordsRepo(db), idempotency: idempotencyRepo(db) })),
    vehicles,
    clock,
  });
  const notes = notesService({ work: workOf(store, notesRepo), vehicles });
  return {
    routes: [...authRoutes(sessions), ...vehiclesRoutes(vehicles), ...recordsRoutes(records), ...notesRoutes(notes)],
    findImage: imagesRepo(store.db).find,
    authenticate: async (access, token) => {
      const caller = await sessions.authenticate(token);
      if (access === 'admin') throw new AppError('api.403');
      return caller;
    },
  };
}
