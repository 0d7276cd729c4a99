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
import { adminsRepo } from './features/admins/admins.repo.ts';
import { adminsRoutes } from './features/admins/admins.routes.ts';
import { type AdminsService, adminAccounts, adminsService } from './features/admins/admins.service.ts';
import { type FirstAdminService, firstAdminService } from './features/admins/first-admin.service.ts';
import { advertImagesJob } from './features/adverts/adverts.job.ts';
import { advertsRepo } from './features/adverts/adverts.repo.ts';
import { advertsRoutes } from './features/adverts/adverts.routes.ts';
import { advertsService } from './features/adverts/adverts.service.ts';
import { attemptsRepo } from './features/auth/attempts.repo.ts';
import { ADMIN_VALVE, CODE_VALVE } from './features/auth/attempts.rules.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { codesRepo } from './features/auth/codes.repo.ts';
import { codesService } from './features/auth/codes.service.ts';
import { credentialsService } from './features/auth/credentials.service.ts';
import { loginService } from './features/auth/login.service.ts';
import { registrationService } from './features/auth/registration.service.ts';
import { sessionsRepo } from './features/auth/sessions.repo.ts';
import { type SessionsService, sessionsService } from './features/auth/sessions.service.ts';
import { userAccounts } from './features/auth/user-accounts.service.ts';
import { cardsRepo } from './features/cards/cards.repo.ts';
import { cardsService } from './features/cards/cards.service.ts';
import { checkoutsService } from './features/cards/checkouts.service.ts';
import { feedbackRepo } from './features/feedback/feedback.repo.ts';
import { feedbackRoutes } from './features/feedback/feedback.routes.ts';
import { feedbackService } from './features/feedback/feedback.service.ts';
import { notesRepo } from './features/notes/notes.repo.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { notesService } from './features/notes/notes.service.ts';
import { manualTariffService } from './features/orders/manual-tariff.service.ts';
import { orderStepsService } from './features/orders/order-steps.service.ts';
import { adminOrdersService } from './features/orders/orders.admin.service.ts';
import { completionJob } from './features/orders/orders.completion.ts';
import { orderListRepo } from './features/orders/orders.list.repo.ts';
import { ordersRepo } from './features/orders/orders.repo.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { findCurrent, ordersService } from './features/orders/orders.service.ts';
import { paymentsRepo } from './features/payments/payments.repo.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { paymentsService } from './features/payments/payments.service.ts';
import { pricesRepo } from './features/prices/prices.repo.ts';
import { pricesRoutes } from './features/prices/prices.routes.ts';
import { pricesService } from './features/prices/prices.service.ts';
import { codeRequestsService } from './features/rates/code-requests.service.ts';
import { ratesRepo } from './features/rates/rates.repo.ts';
import { type Alarm, valveService } from './features/rates/valve.service.ts';
import { operationsRepo } from './features/records/operations.repo.ts';
import { operationsService } from './features/records/operations.service.ts';
import { pricesService as recordPricesService } from './features/records/prices.service.ts';
import { readingsRepo } from './features/records/readings.repo.ts';
import { readingsService } from './features/records/readings.service.ts';
import { recordsRepo } from './features/records/records.repo.ts';
import { recordsRoutes } from './features/records/records.routes.ts';
import { recordsService } from './features/records/records.service.ts';
import { noticesJob } from './features/tariffs/tariffs.notices.ts';
import { tariffsRepo } from './features/tariffs/tariffs.repo.ts';
import { userListRepo } from './features/users/users.list.repo.ts';
import { usersRepo } from './features/users/users.repo.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { type UsersService, usersService } from './features/users/users.service.ts';
import { vehiclesRepo } from './features/vehicles/vehicles.repo.ts';
import { vehiclesRoutes } from './features/vehicles/vehicles.routes.ts';
import { vehiclesService } from './features/vehicles/vehicles.service.ts';
import { vehicleSumsRepo } from './features/vehicles/vehicles.sums.repo.ts';
import { vehicleUnitsRepo } from './features/vehicles/vehicles.units.repo.ts';
import { visitsRepo } from './features/visits/visits.repo.ts';
import { visitsRoutes } from './features/visits/visits.routes.ts';
import { visitsService } from './features/visits/visits.service.ts';
import type { Authenticate } from './http/access.ts';
import type { FindImage } from './http/images.ts';
import type { Route } from './http/route.ts';
import type { ReceiveMessage } from './http/webhook.ts';
import { auditRepo } from './infra/audit/audit.repo.ts';
import { auditRoutes } from './infra/audit/audit.routes.ts';
import { auditService } from './infra/audit/audit.service.ts';
import { auditLogService } from './infra/audit/audit-log.service.ts';
import { idempotencyRepo } from './infra/idempotency/idempotency.repo.ts';
import { idempotencyService } from './infra/idempotency/idempotency.service.ts';
import { imagesRepo } from './infra/images/images.repo.ts';
import { imagesService } from './infra/images/images.service.ts';
import { thumbnailsService } from './infra/images/thumbnails.service.ts';
import { jobsRepo } from './infra/jobs/jobs.repo.ts';
import { type JobRunner, jobRunner } from './infra/jobs/jobs.service.ts';
import { type MailDelivery, mailDelivery } from './infra/mails/mails.delivery.ts';
import { failedMailsRepo } from './infra/mails/mails.failed.repo.ts';
import { failedMailsService } from './infra/mails/mails.failed.service.ts';
import { mailQueueRepo } from './infra/mails/mails.queue.repo.ts';
import { mailsRepo } from './infra/mails/mails.repo.ts';
import { failedMailsRoutes } from './infra/mails/mails.routes.ts';
import { type MailsService, mailsService } from './infra/mails/mails.service.ts';
import { sweepJob } from './infra/sweep/sweep.job.ts';
import { sweepRepo } from './infra/sweep/sweep.repo.ts';

export interface Features {
  routes: Route[];
  authenticate: Authenticate;
  findImage: FindImage;
  /** What public pages show, as it is now. */
  findContent: (language: Language) => Promise<PageContent>;
  delivery: MailDelivery;
  jobs: JobRunner;
  firstAdmin: FirstAdminService;
  receiveCardMessage: ReceiveMessage;
}

/** Makes every service with its repositories, and hands one to another where a rule spans two. */
export function buildFeatures(deps: Deps, onError: (error: unknown) => void, alarm: Alarm): Features {
  const { store, clock, tokens, mailer, origin } = deps;
  const sessions = sessionsService({ work: workOf(store, (db) => ({ sessions: sessionsRepo(db) })), clock, tokens });
  const orderRepo = ordersRepo(store.db);
  const users = usersService({
    work: workOf(store, (db) => ({ users: usersRepo(db), userList: userListRepo(db) })),
    clock,
    findOrder: (user) => findCurrent(orderRepo, user, clock.now()),
  });
  const emptyLog = (): Promise<boolean> =>
    store.checkpoint().catch((error: unknown) => {
      onError(error);
      return false;
    });
  /** Best effort: a failure must not fail the request; the sweep repeats it. */
  const checkpoint = async (): Promise<void> => void (await emptyLog());
  const queue = workOf(store, (db) => mailQueueRepo(db, store.kind));
  const delivery = mailDelivery({ work: queue, mailer, clock, checkpoint, onError });
  const mails = mailsService({ clock, tokens, origin, wake: delivery.wake });
  const shared: Shared = { users, sessions, mails, checkpoint, alarm, onError };
  const orders = orderFeatures(deps, shared);
  const administrators = administratorFeatures(deps, alarm);
  const adminPanel = adminPanelFeatures(deps);
  const sweep = sweepJob({ work: workOf(store, sweepRepo), clock, checkpoint: emptyLog });
  return {
    delivery,
    jobs: jobRunner({ work: workOf(store, jobsRepo), jobs: [...orders.jobs, ...adminPanel.jobs, sweep], clock, tokens, onError }),
    firstAdmin: administrators.firstAdmin,
    receiveCardMessage: orders.receiveCardMessage,
    routes: [
      ...accountRoutes(deps, shared),
      ...usersRoutes(users),
      ...bookRoutes(deps),
      ...orders.routes,
      ...adminPanel.routes,
      ...adminsRoutes(administrators.admins),
      ...contactRoutes(deps, shared),
    ],
    findImage: thumbnailsService({ work: workOf(store, imagesRepo), images: deps.images, onError }).find,
    findContent: async (language) => ({ ...(await orders.findContent(language)), ...(await adminPanel.findContent()) }),
    authenticate: authenticateBy(sessions, administrators.admins),
  };
}

/** A token of the other kind is 403, an unknown one 401. */
function authenticateBy(sessions: SessionsService, admins: AdminsService): Authenticate {
  const find = { user: sessions.find, admin: admins.find };
  return async (access, token, asked) => {
    const caller = await find[access](token, asked);
    if (caller) return caller;
    const other = await find[access === 'user' ? 'admin' : 'user'](token);
    throw new AppError(other ? 'api.403' : 'api.401');
  };
}

interface Shared {
  users: UsersService;
  sessions: SessionsService;
  mails: MailsService;
  checkpoint: () => Promise<void>;
  alarm: Alarm;
  onError: (error: unknown) => void;
}

/** Codes, registration, login, and what people do with their own account. */
function accountRoutes(deps: Deps, { users, sessions, mails, checkpoint, alarm }: Shared): Route[] {
  const { store, clock, tokens, passwords } = deps;
  const work = workOf(store, (db) => ({
    accounts: accountsRepo(db),
    attempts: attemptsRepo(db),
    codes: codesRepo(db),
    images: imagesRepo(db),
    mails: mailsRepo(db),
    rates: ratesRepo(db),
    sessions: sessionsRepo(db),
    users: usersRepo(db),
  }));
  const requests = codeRequestsService({ work, clock, alarm });
  const valve = valveService({ rule: CODE_VALVE, clock, alarm });
  const codes = codesService({ work, users, mails, requests, valve, clock, tokens });
  const registration = registrationService({ work, codes, users, passwords });
  const credentials = credentialsService({ work, accounts: userAccounts({ users, mails }), passwords, clock });
  const login = loginService({ credentials, sessions, clock });
  const profile = profileService({ work, users, images: imagesService(deps) });
  const password = passwordService({ work, credentials, codes, sessions, users, mails, passwords });
  const deletion = deletionService({ credentials, users, mails, clock, checkpoint });
  return [...authRoutes({ codes, registration, login, sessions }), ...accountsRoutes({ profile, password, deletion, sessions })];
}

/** Administrators and their login. */
function administratorFeatures({ store, clock, tokens, passwords }: Deps, alarm: Alarm) {
  const work = workOf(store, (db) => ({ admins: adminsRepo(db), attempts: attemptsRepo(db), rates: ratesRepo(db) }));
  const valve = valveService({ rule: ADMIN_VALVE, clock, alarm });
  const credentials = credentialsService({ work, accounts: adminAccounts(work, valve), passwords, clock });
  return {
    admins: adminsService({ work, credentials, clock, tokens }),
    firstAdmin: firstAdminService({ work, passwords, clock }),
  };
}

/** The rest of the admin panel: adverts, visit statistics, the audit log and undelivered emails. */
function adminPanelFeatures(deps: Deps) {
  const { store, clock } = deps;
  const work = workOf(store, (db) => ({ adverts: advertsRepo(db), audit: auditRepo(db), images: imagesRepo(db) }));
  const adverts = advertsService({ work, images: imagesService(deps), audit: auditService({ clock }), clock });
  const visits = visitsService({ work: workOf(store, visitsRepo), clock });
  const failedMails = failedMailsService({ work: workOf(store, failedMailsRepo) });
  return {
    findContent: async (): Promise<PageContent> => ({ hasAdverts: await adverts.hasAny() }),
    jobs: [advertImagesJob(adverts)],
    routes: [
      ...advertsRoutes(adverts),
      ...visitsRoutes(visits),
      ...auditRoutes(auditLogService({ work })),
      ...failedMailsRoutes(failedMails),
    ],
  };
}

/** From a price to a paid period and back: prices, payment details, orders, the clock's part in them, and cards. */
function orderFeatures({ store, clock, tokens, origin, cards, orderGrace }: Deps, { mails, alarm, onError }: Shared) {
  const work = workOf(store, (db) => ({
    admins: adminsRepo(db),
    audit: auditRepo(db),
    cards: cardsRepo(db),
    mails: mailsRepo(db),
    orders: ordersRepo(db),
    orderList: orderListRepo(db),
    payments: paymentsRepo(db),
    prices: pricesRepo(db),
    tariffs: tariffsRepo(db),
    users: usersRepo(db),
  }));
  const audit = auditService({ clock });
  const prices = pricesService({ work, audit });
  const payments = paymentsService({ work, audit, mails, clock });
  const steps = orderStepsService({ mails, clock });
  const checkouts = checkoutsService({ work, cards, clock, onError });
  const orders = ordersService({ work, steps, prices, payments, mails, checkouts, clock, tokens, isCardActive: cards !== undefined });
  const adminOrders = adminOrdersService({ work, steps, audit, mails, checkouts });
  const manualTariff = manualTariffService({ work, audit, mails, clock });
  const card = cardsService({ work, cards, steps, payments, checkouts, audit, mails, clock, alarm, origin });
  return {
    receiveCardMessage: card.receive,
    findContent: async (language: Language): Promise<PageContent> => {
      const [list, { is_active }] = await Promise.all([prices.list(), payments.getActive(language)]);
      return { prices: list, isPaymentActive: is_active === 1 };
    },
    jobs: [completionJob({ work, steps, mails, clock, grace: orderGrace }), noticesJob({ work, mails, clock })],
    routes: [...pricesRoutes(prices), ...paymentsRoutes(payments), ...ordersRoutes({ orders, adminOrders, manualTariff, cards: card })],
  };
}

/** Vehicles with their records and notes. */
function bookRoutes({ store, clock, tokens, images }: Deps): Route[] {
  const idempotency = idempotencyService({ clock });
  const vehicles = vehiclesService({
    work: workOf(store, (db) => ({
      vehicles: vehiclesRepo(db),
      sums: vehicleSumsRepo(db),
      units: vehicleUnitsRepo(db),
      images: imagesRepo(db),
      idempotency: idempotencyRepo(db),
    })),
    images: imagesService({ images, tokens, clock }),
    idempotency,
    clock,
  });
  const recordsWork = workOf(store, (db) => ({ records: recordsRepo(db), idempotency: idempotencyRepo(db) }));
  const readings = readingsService({ work: workOf(store, (db) => ({ readings: readingsRepo(db) })), vehicles });
  const records = recordsService({ work: recordsWork, vehicles, idempotency, clock });
  const operations = operationsService({ work: workOf(store, (db) => ({ operations: operationsRepo(db) })), vehicles });
  const prices = recordPricesService({ currencyOf: async (userId) => (await usersRepo(store.db).find(userId))?.currency });
  const notes = notesService({ work: workOf(store, notesRepo), vehicles });
  return [...vehiclesRoutes(vehicles), ...recordsRoutes({ records, operations, readings, prices }), ...notesRoutes(notes)];
}

/** Messages of the contact form. */
function contactRoutes({ store, clock, contactEmail }: Deps, { mails }: Shared): Route[] {
  const work = workOf(store, (db) => ({ feedback: feedbackRepo(db), mails: mailsRepo(db) }));
  return feedbackRoutes(feedbackService({ work, mails, clock, contactEmail }));
}
