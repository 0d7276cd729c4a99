import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import { attemptsRepo } from '../auth/attempts.repo.ts';
import { CODE_GUESS_LIMIT } from '../auth/attempts.rules.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import { codesRepo } from '../auth/codes.repo.ts';
import { codesService } from '../auth/codes.service.ts';
import { credentialsService } from '../auth/credentials.service.ts';
import { loginService } from '../auth/login.service.ts';
import { registrationService } from '../auth/registration.service.ts';
import { sessionsRepo } from '../auth/sessions.repo.ts';
import { userAccounts } from '../auth/user-accounts.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { codeRequestsService } from '../buckets/code-requests.service.ts';
import { guessLimiter } from '../buckets/guess-limiter.service.ts';
import { cardsRepo } from '../cards/cards.repo.ts';
import { checkoutsService } from '../cards/checkouts.service.ts';
import { ordersRepo } from '../orders/orders.repo.ts';
import { userOrdersService } from '../orders/user-orders.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import { accountsRepo } from './accounts.repo.ts';
import { accountsRoutes, userPageRoutes } from './accounts.routes.ts';
import { deletionService } from './deletion.service.ts';
import { passwordService } from './password.service.ts';
import { profileService } from './profile.service.ts';
import { userActionsService } from './user-actions.service.ts';
import { userPageRepo } from './user-page.repo.ts';
import { userPageService } from './user-page.service.ts';

/** Codes, registration and login, the settings of an account, and the page of a user in the admin panel. */
export function accountsFeature(deps: Deps, { users, sessions, mails, images, checkpoint, alarm, onError }: SharedServices): Feature {
  const { store, clock, tokens, passwords, cards } = deps;
  const work = workOf(store, (db) => ({
    accounts: accountsRepo(db),
    attempts: attemptsRepo(db),
    audit: auditRepo(db),
    cards: cardsRepo(db),
    codes: codesRepo(db),
    images: imagesRepo(db),
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
  const codes = codesService({ work, users, mails, requests, guessLimiter: limiter, clock, tokens });
  const registration = registrationService({ work, codes, users, passwords });
  const credentials = credentialsService({ work, accounts: userAccounts({ users, mails }), passwords, clock });
  const login = loginService({ credentials, sessions, clock });
  const profile = profileService({ work, users, images });
  const password = passwordService({ work, credentials, codes, sessions, users, mails, passwords });
  const checkouts = checkoutsService({ work, cards, clock, onError });
  const deletion = deletionService({ work, credentials, users, mails, checkouts, audit, clock, checkpoint });
  const userPage = userPageService({ work, orders: userOrdersService({ work }), sessions, mails, clock });
  const userActions = userActionsService({ work, page: userPage, sessions, audit, mails, clock });
  const services = { profile, password, deletion, sessions, userPage, userActions };
  return {
    routes: [...authRoutes({ codes, registration, login, sessions }), ...accountsRoutes(services), ...userPageRoutes(services)],
  };
}
