import { getUserPage, type UserPage } from '#contract/accounts.admin.ts';
import { USER_MAILS_SHOWN, USER_PAGES_PER_HOUR } from '#contract/limits.ts';
import { isAllowed } from '#contract/roles.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import type { Clock } from '../../ports/clock.ts';
import { codeSubject, isLocked, loginSubject } from '../auth/attempts.rules.ts';
import type { CredentialRepos } from '../auth/credentials.service.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import type { VisitorLimitsService } from '../buckets/visitor-limits.service.ts';
import type { UserOrdersService } from '../orders/user-orders.service.ts';
import { toListedUser } from '../users/users.service.ts';
import type { UserPageRepo } from './user-page.repo.ts';

interface Deps {
  work: Work<CredentialRepos & MailRepos & { userPage: UserPageRepo }>;
  orders: UserOrdersService;
  sessions: Pick<SessionsService, 'count'>;
  mails: Pick<MailsService, 'listNewest'>;
  limits: Pick<VisitorLimitsService, 'countAdmin'>;
  clock: Clock;
}

export type UserPageService = ReturnType<typeof userPageService>;

/** The page of a user in the admin panel. */
export const userPageService = ({ work: { repos }, orders, sessions, mails, limits, clock }: Deps) => ({
  /** The page as an administrator opens it. The role `orders` opens a number of pages per hour, so that it reads many users only slowly: then 429. */
  async open({ adminId, role }: AdminCaller, userId: number): Promise<UserPage> {
    if (!isAllowed(role, 'all')) await limits.countAdmin(getUserPage.path, adminId, USER_PAGES_PER_HOUR);
    return this.get(userId);
  },

  /** 404 for an unknown user. */
  async get(userId: number): Promise<UserPage> {
    const row = await repos.userPage.find(userId);
    if (!row) throw new AppError('api.user.404');
    const now = clock.now();
    const lockedUntil = async (subject: string): Promise<string | null> => {
      const attempts = await repos.attempts.find(subject);
      return isLocked(attempts, now) ? (attempts?.locked_until ?? null) : null;
    };
    const { vehicles, archived, photoBytes } = await repos.userPage.findStorageUse(userId);
    return {
      ...toListedUser(row, now),
      ...(await orders.list(userId)),
      phone: row.phone,
      language: row.language,
      created_at: row.created_at,
      last_seen_on: row.last_seen_on,
      sessions: await sessions.count(userId),
      login_locked_until: await lockedUntil(loginSubject(row.email)),
      code_locked_until: await lockedUntil(codeSubject(row.email)),
      locked_at: row.locked_at,
      lock_reason: row.lock_reason,
      vehicles,
      archived_vehicles: archived,
      photo_bytes: photoBytes,
      mails: await mails.listNewest(repos, row.email, USER_MAILS_SHOWN),
      admin_notes: row.admin_notes ?? '',
    };
  },
});
