import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import { AppError } from './app-error.ts';
import { workOf } from './db/work.ts';
import type { Deps } from './deps.ts';
import { accountsRepo } from './features/accounts/accounts.repo.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { deletionService } from './features/accounts/deletion.service.ts';
import { passwordService } from './features/accounts/password.service.ts';
import { profileService } from './features/accounts/profile.service.ts';
import { attemptsRepo } from './features/auth/attempts.repo.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { codesRepo } from './features/auth/codes.repo.ts';
import { codesService } from './features/auth/codes.service.ts';
import { credentialsService } from './features/auth/credentials.service.ts';
import { loginService } from './features/auth/login.service.ts';
import { registrationService } from './features/auth/registration.service.ts';
import { sessionsRepo } from './features/auth/sessions.repo.ts';
import { type SessionsService, sessionsService } from './features/auth/sessions.service.ts';
import { feedbackRepo } from './features/feedback/feedback.repo.ts';
import { feedbackRoutes } from './features/feedback/feedback.routes.ts';
import { feedbackService } from './features/feedback/feedback.service.ts';
import { idempotencyRepo } from './features/idempotency/idempotency.repo.ts';
import { idempotencyService } from './features/idempotency/idempotency.service.ts';
import { imagesRepo } from './features/images/images.repo.ts';
import { imagesService } from './features/images/images.service.ts';
import { type MailDelivery, mailDelivery } from './features/mails/mails.delivery.ts';
import { mailsRepo } from './features/mails/mails.repo.ts';
import { mailsService } from './features/mails/mails.service.ts';
import { notesRepo } from './features/notes/notes.repo.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { notesService } from './features/notes/notes.service.ts';
import { recordsRepo } from './features/records/records.repo.ts';
import { recordsRoutes } from './features/records/records.routes.ts';
import { recordsService } from './features/records/records.service.ts';
import { usersRepo } from './features/users/users.repo.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { type UsersService, usersService } from './features/users/users.service.ts';
import { vehiclesRepo } from './features/vehicles/vehicles.repo.ts';
import { vehiclesRoutes } from './features/vehicles/vehicles.routes.ts';
import { vehiclesService } from './features/vehicles/vehicles.service.ts';
import { vehicleSumsRepo } from './features/vehicles/vehicles.sums.repo.ts';
import type { Authenticate } from './http/access.ts';
import type { FindImage } from './http/images.ts';
import type { Route } from './http/route.ts';

export interface Features {
  routes: Route[];
  authenticate: Authenticate;
  findImage: FindImage;
  /** What public pages show, as it is now. */
  findContent: (language: Language) => Promise<PageContent>;
  delivery: MailDelivery;
}

/** Makes every service with its repositories, and hands one to another where a rule spans two. */
export function buildFeatures(deps: Deps, onError: (error: unknown) => void): Features {
  const { store, clock, tokens, mailer } = deps;
  const sessions = sessionsService({ work: workOf(store, (db) => ({ sessions: sessionsRepo(db) })), clock, tokens });
  const users = usersService({ work: workOf(store, (db) => ({ users: usersRepo(db) })), clock });
  /** What is deleted is deleted: that the files could not be tidied at once fails nobody's call. */
  const checkpoint = (): Promise<void> => store.checkpoint().catch(onError);
  const delivery = mailDelivery({ work: workOf(store, mailsRepo), mailer, clock, checkpoint, onError });
  return {
    delivery,
    routes: [
      ...accountRoutes(deps, { users, sessions, delivery, checkpoint }),
      ...usersRoutes(users),
      ...bookRoutes(deps),
      ...publicRoutes(deps, delivery),
    ],
    findImage: imagesRepo(store.db).find,
    findContent: async () => ({}),
    authenticate: async (access, token) => {
      const caller = await sessions.authenticate(token);
      if (access === 'admin') throw new AppError('api.403');
      return caller;
    },
  };
}

interface AccountParts {
  users: UsersService;
  sessions: SessionsService;
  delivery: MailDelivery;
  checkpoint: () => Promise<void>;
}

/** Codes, registration, login, and what people do with their own account. */
function accountRoutes(deps: Deps, { users, sessions, delivery, checkpoint }: AccountParts): Route[] {
  const { store, clock, tokens, passwords, origin } = deps;
  const work = workOf(store, (db) => ({
    accounts: accountsRepo(db),
    attempts: attemptsRepo(db),
    codes: codesRepo(db),
    images: imagesRepo(db),
    mails: mailsRepo(db),
    sessions: sessionsRepo(db),
    users: usersRepo(db),
  }));
  const mails = mailsService({ clock, tokens, origin, wake: delivery.wake });
  const codes = codesService({ work, users, mails, clock, tokens });
  const registration = registrationService({ work, codes, users, passwords });
  const credentials = credentialsService({ work, users, mails, passwords, clock });
  const login = loginService({ credentials, sessions, clock });
  const profile = profileService({ work, users, images: imagesService(deps) });
  const password = passwordService({ work, credentials, codes, sessions, users, mails, passwords });
  const deletion = deletionService({ credentials, users, mails, clock, checkpoint });
  return [...authRoutes({ codes, registration, login, sessions }), ...accountsRoutes({ profile, password, deletion, sessions })];
}

/** Vehicles with their records and notes. */
function bookRoutes({ store, clock, tokens, images }: Deps): Route[] {
  const idempotency = idempotencyService({ clock });
  const vehicles = vehiclesService({
    work: workOf(store, (db) => ({
      vehicles: vehiclesRepo(db),
      sums: vehicleSumsRepo(db),
      images: imagesRepo(db),
      idempotency: idempotencyRepo(db),
    })),
    images: imagesService({ images, tokens, clock }),
    idempotency,
    clock,
  });
  const recordsWork = workOf(store, (db) => ({ records: recordsRepo(db), idempotency: idempotencyRepo(db) }));
  const records = recordsService({ work: recordsWork, vehicles, idempotency, clock });
  const notes = notesService({ work: workOf(store, notesRepo), vehicles });
  return [...vehiclesRoutes(vehicles), ...recordsRoutes(records), ...notesRoutes(notes)];
}

/** What anybody may ask for. */
function publicRoutes({ store, clock, tokens, origin, contactEmail }: Deps, delivery: MailDelivery): Route[] {
  const mails = mailsService({ clock, tokens, origin, wake: delivery.wake });
  const work = workOf(store, (db) => ({ feedback: feedbackRepo(db), mails: mailsRepo(db) }));
  return feedbackRoutes(feedbackService({ work, mails, clock, contactEmail }));
}
