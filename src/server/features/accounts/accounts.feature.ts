import { SESSION_IDLE } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { type AfterCommit, workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { ErasedAccount, Feature } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { attemptsRepo } from '../auth/attempts.repo.ts';
import { CODE_GUESS_LIMIT, codeSubject, loginSubject } from '../auth/attempts.rules.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import { codesRepo } from '../auth/codes.repo.ts';
import { codesService } from '../auth/codes.service.ts';
import { credentialsService } from '../auth/credentials.service.ts';
import { loginService } from '../auth/login.service.ts';
import { registrationService } from '../auth/registration.service.ts';
import { sentCodesService } from '../auth/sent-codes.service.ts';
import { sessionsRepo } from '../auth/sessions.repo.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import { userAccounts } from '../auth/user-accounts.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { codeRequestsService } from '../buckets/code-requests.service.ts';
import { type Alarm, guessLimiter } from '../buckets/guess-limiter.service.ts';
import { visitorLimitsService } from '../buckets/visitor-limits.service.ts';
import { currenciesRepo } from '../entries/currencies.repo.ts';
import { incomeRepo } from '../income/income.repo.ts';
import { ordersRepo } from '../orders/orders.repo.ts';
import { userOrdersService } from '../orders/user-orders.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import type { UsersService } from '../users/users.service.ts';
import { accountsRoutes, userPageRoutes } from './accounts.routes.ts';
import { deletionService } from './deletion.service.ts';
import { passwordService } from './password.service.ts';
import { profileService } from './profile.service.ts';
import { userActionsService } from './user-actions.service.ts';
import { userPageRepo } from './user-page.repo.ts';
import { userPageService } from './user-page.service.ts';

/** Failed attempts; locks are far shorter, so older ones have no effect. */
const ATTEMPTS_KEPT = DAY;
const CODES_KEPT = DAY;

type Erase = NonNullable<Feature['erase']>;

interface Services {
  users: UsersService;
  sessions: SessionsService;
  mails: MailsService;
  images: ImagesService;
  /** Empties the WAL after a deletion. Best effort: never throws. */
  checkpoint: () => Promise<void>;
  alarm: Alarm;
}

/** Codes, registration and login, the settings of an account, and the page of a user in the admin panel. `eraseAll` erases it in all features. */
export function accountsFeature(
  { store, clock, tokens, passwords, contactEmail, isRegistrationOpen = true }: Deps,
  { users, sessions, mails, images, checkpoint, alarm }: Services,
  eraseAll: Erase,
): Feature {
  const work = workOf(store, (db) => ({
    attempts: attemptsRepo(db),
    audit: auditRepo(db),
    codes: codesRepo(db),
    currencies: currenciesRepo(db),
    erase: (account: ErasedAccount, after: AfterCommit['after']) => eraseAll(db, account, after),
    images: imagesRepo(db),
    income: incomeRepo(db),
    mails: mailsRepo(db),
    orders: ordersRepo(db),
    buckets: bucketsRepo(db),
    sessions: sessionsRepo(db),
    users: usersRepo(db),
    userPage: userPageRepo(db),
  }));
  const audit = auditService({ clock });
  const requests = codeRequestsService({ work, clock, alarm });
  const limiter = guessLimiter({ rule: CODE_GUESS_LIMIT, clock, alarm });
  const sent = sentCodesService({ mails, guessLimiter: limiter, clock, tokens });
  const codes = codesService({ work, users, sent, requests, clock });
  const registration = registrationService({ work, codes, users, passwords });
  const credentials = credentialsService({ work, accounts: userAccounts({ users, mails }), passwords, clock });
  const login = loginService({ credentials, sessions, clock });
  const profile = profileService({ work, users, images });
  const password = passwordService({ work, credentials, codes, sessions, users, mails, passwords });
  const deletion = deletionService({ work, credentials, users, mails, audit, clock, checkpoint });
  const limits = visitorLimitsService({ work, clock });
  const userPage = userPageService({ work, orders: userOrdersService({ work }), sessions, mails, limits, clock });
  const userActions = userActionsService({ work, page: userPage, sessions, audit, mails, limits, contactEmail, clock });
  const services = { profile, password, deletion, sessions, userPage, userActions };
  return {
    routes: [
      ...authRoutes({ codes, registration, login, sessions, isRegistrationOpen }),
      ...accountsRoutes(services),
      ...userPageRoutes(services),
    ],
    findContent: async () => (isRegistrationOpen ? {} : { isRegistrationClosed: true }),
    erase,
    expire: async (db, now) => [
      await sessionsRepo(db).deleteExpired(isoTime(now - SESSION_IDLE)),
      await codesRepo(db).deleteExpired(isoTime(now - CODES_KEPT)),
      await attemptsRepo(db).deleteExpired(isoTime(now - ATTEMPTS_KEPT), isoTime(now)),
      await bucketsRepo(db).deleteExpired(isoTime(now)),
    ],
  };
}

/** The row of the user, after everything that refers to it without a cascade. */
const erase: Erase = async (db, { userId, email }) => {
  for (const subject of [loginSubject(email), codeSubject(email)]) await attemptsRepo(db).delete(subject);
  await bucketsRepo(db).deleteByUser(userId);
  await codesRepo(db).deleteByEmail(email);
  const photo = await usersRepo(db).delete(userId);
  if (photo) await imagesRepo(db).delete(photo);
};
