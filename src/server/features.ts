import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import { AppError } from './app-error.ts';
import { workOf } from './db/work.ts';
import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import { accountsFeature } from './features/accounts/accounts.feature.ts';
import { adminsFeature } from './features/admins/admins.feature.ts';
import type { AdminsService } from './features/admins/admins.service.ts';
import type { FirstAdminService } from './features/admins/first-admin.service.ts';
import { advertsFeature } from './features/adverts/adverts.feature.ts';
import { sessionsRepo } from './features/auth/sessions.repo.ts';
import { type SessionsService, sessionsService } from './features/auth/sessions.service.ts';
import { bucketsRepo } from './features/buckets/buckets.repo.ts';
import type { Alarm } from './features/buckets/guess-limiter.service.ts';
import { type VisitorLimitsService, visitorLimitsService } from './features/buckets/visitor-limits.service.ts';
import { exportFeature } from './features/export/export.feature.ts';
import { feedbackFeature } from './features/feedback/feedback.feature.ts';
import { importsFeature } from './features/imports/imports.feature.ts';
import { type NoticeLinks, noticesFeature } from './features/notices/notices.feature.ts';
import type { TelegramBot } from './features/notices/telegram-bot.service.ts';
import { ordersFeature } from './features/orders/orders.feature.ts';
import { ordersRepo } from './features/orders/orders.repo.ts';
import { toOrder } from './features/orders/orders.rows.ts';
import { findCurrent } from './features/orders/orders.service.ts';
import { overviewFeature } from './features/overview/overview.feature.ts';
import { planFeature } from './features/plan/plan.feature.ts';
import { reportsFeature } from './features/reports/reports.feature.ts';
import { revenueFeature } from './features/revenue/revenue.feature.ts';
import { userListRepo } from './features/users/user-list.repo.ts';
import { userSearchRepo } from './features/users/user-search.repo.ts';
import { userSearchService } from './features/users/user-search.service.ts';
import { usersFeature } from './features/users/users.feature.ts';
import { usersRepo } from './features/users/users.repo.ts';
import { usersService } from './features/users/users.service.ts';
import { vehiclesFeature } from './features/vehicles/vehicles.feature.ts';
import { visitsFeature } from './features/visits/visits.feature.ts';
import type { Authenticate } from './http/access.ts';
import type { ImageSource } from './http/images.ts';
import type { Route } from './http/route.ts';
import type { ReceiveMessage } from './http/webhook.ts';
import { assetsRepo } from './infra/assets/assets.repo.ts';
import { type AssetsService, assetsService } from './infra/assets/assets.service.ts';
import { auditFeature } from './infra/audit/audit.feature.ts';
import { backlogRepo } from './infra/backlog/backlog.repo.ts';
import { backlogService } from './infra/backlog/backlog.service.ts';
import { imagesRepo } from './infra/images/images.repo.ts';
import { imagesService } from './infra/images/images.service.ts';
import { objectDeletionsJob } from './infra/images/object-deletions.job.ts';
import { objectsRepo } from './infra/images/objects.repo.ts';
import { objectsService } from './infra/images/objects.service.ts';
import { thumbnailsService } from './infra/images/thumbnails.service.ts';
import { jobsRepo } from './infra/jobs/jobs.repo.ts';
import { type JobRunner, jobRunner } from './infra/jobs/jobs.service.ts';
import { type MailDelivery, mailDelivery } from './infra/mails/mail-delivery.service.ts';
import { mailQueueRepo } from './infra/mails/mail-queue.repo.ts';
import { failedMailsFeature } from './infra/mails/mails.feature.ts';
import { mailsService } from './infra/mails/mails.service.ts';
import { sweepJob } from './infra/sweep/sweep.job.ts';
import type { Backlog } from './ports/metrics.ts';

export interface Application {
  routes: Route[];
  authenticate: Authenticate;
  images: ImageSource;
  /** The current content of public pages. */
  findContent: (language: Language) => Promise<PageContent>;
  delivery: MailDelivery;
  jobs: JobRunner;
  firstAdmin: FirstAdminService;
  receiveCardMessage: ReceiveMessage;
  notices: NoticeLinks;
  /** Undefined without Telegram. */
  bot: TelegramBot | undefined;
  countVisitor: VisitorLimitsService['count'];
  /** What waits in the database, for the metrics. */
  findBacklog: () => Promise<Backlog>;
  assets: AssetsService;
}

/** Builds every feature. A new one is added to the list. */
export function buildFeatures(deps: Deps, onError: (error: unknown) => void, alarm: Alarm): Application {
  const { store, clock, tokens, mailer, origin } = deps;
  const tryCheckpoint = checkpointOf(store, onError);
  const checkpoint = async (): Promise<void> => void (await tryCheckpoint());
  const queue = workOf(store, (db) => mailQueueRepo(db, store.kind));
  const delivery = mailDelivery({ work: queue, mailer, clock, checkpoint, onError });
  const photos = photoServices(deps, onError);
  const shared = {
    ...userServices(deps),
    mails: mailsService({ clock, tokens, origin, wake: delivery.wake }),
    images: photos.images,
    checkpoint,
    alarm,
    onError,
  };
  const vehicles = vehiclesFeature(deps, shared);
  const plan = planFeature(deps, vehicles);
  const notices = noticesFeature(deps, shared, vehicles);
  const orders = ordersFeature(deps, shared);
  const admins = adminsFeature(deps, shared);
  /** Later features first: earlier ones keep the rows that theirs refer to. */
  async function eraseAll(...erased: Parameters<NonNullable<Feature['erase']>>): Promise<void> {
    for (const { erase } of features.toReversed()) await erase?.(...erased);
  }
  const features: Feature[] = [
    accountsFeature(deps, shared, eraseAll),
    usersFeature(deps, shared),
    vehicles,
    plan,
    notices,
    reportsFeature(deps, shared, { ...vehicles, plans: plan.reported }),
    orders,
    exportFeature(deps, shared, { ...vehicles.exported, ...orders.exported, plans: plan.exported }),
    importsFeature(deps, shared, vehicles),
    advertsFeature(deps, shared),
    visitsFeature(deps),
    revenueFeature(deps),
    overviewFeature(deps),
    auditFeature(deps),
    failedMailsFeature({ store, clock, wake: delivery.wake }),
    admins,
    feedbackFeature(deps, shared),
  ];
  const sweep = sweepJob({ db: store.db, clock, expire: features.flatMap(({ expire }) => expire ?? []), checkpoint: tryCheckpoint });
  const assets = assetsService({ work: workOf(store, assetsRepo), clock, folder: deps.assets });
  const jobs = [...features.flatMap((feature) => feature.jobs ?? []), ...photos.jobs, sweep, ...(deps.assets ? [assets.job] : [])];
  return {
    assets,
    delivery,
    jobs: jobRunner({ work: workOf(store, jobsRepo), jobs, clock, tokens, onError, onRun: deps.metrics?.countJob }),
    firstAdmin: admins.firstAdmin,
    receiveCardMessage: orders.receiveCardMessage,
    notices: notices.links,
    bot: notices.bot,
    findBacklog: backlogService({ work: workOf(store, backlogRepo), jobs, clock }),
    routes: features.flatMap(({ routes }) => routes),
    images: photos.thumbnails,
    findContent: async (language) => {
      const parts = await Promise.all(features.map(({ findContent }) => findContent?.(language)));
      return Object.assign({}, ...parts);
    },
    countVisitor: visitorLimitsService({ work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })), clock }).count,
    authenticate: authenticateBy(shared.sessions, admins.admins),
  };
}

function userServices({ store, clock, tokens }: Deps) {
  return {
    users: usersService({
      work: workOf(store, (db) => ({ users: usersRepo(db) })),
      clock,
      search: userSearchService({ work: workOf(store, (db) => ({ userList: userListRepo(db), userSearch: userSearchRepo(db) })) }),
      findOrder: async (user) => {
        const order = await findCurrent(ordersRepo(store.db), user, clock.now());
        return order && toOrder(order);
      },
    }),
    sessions: sessionsService({ work: workOf(store, (db) => ({ sessions: sessionsRepo(db), users: usersRepo(db) })), clock, tokens }),
  };
}

/** Moves the log of SQLite into the database; false if that fails. */
const checkpointOf = (store: Deps['store'], onError: (error: unknown) => void) => (): Promise<boolean> =>
  store.checkpoint().catch((error: unknown) => {
    onError(error);
    return false;
  });

/** Photos in the database or in an object store. */
function photoServices({ store, clock, tokens, images: library, files }: Deps, onError: (error: unknown) => void) {
  const work = workOf(store, imagesRepo);
  const objectsWork = workOf(store, objectsRepo);
  const objects = objectsService({ work: objectsWork, files, tokens, clock });
  const images = imagesService({ work, objects, images: library, tokens, clock, onError });
  return {
    images,
    thumbnails: thumbnailsService({ work, objects, find: images.find, images: library, onError }),
    jobs: files ? [objectDeletionsJob({ work: objectsWork, files, clock })] : [],
  };
}

/** Answers 403 for a token of the other kind, also of a locked account, and 401 for an unknown one. */
function authenticateBy(sessions: SessionsService, admins: AdminsService): Authenticate {
  const find = { user: sessions.find, admin: admins.find };
  return async (access, token, asked) => {
    const caller = await find[access](token, asked);
    if (caller) return caller;
    const isOfOther = await find[access === 'user' ? 'admin' : 'user'](token).then(
      (other) => other !== undefined,
      (error: unknown) => {
        if (error instanceof AppError) return true;
        throw error;
      },
    );
    throw new AppError(isOfOther ? 'api.403' : 'api.401');
  };
}
