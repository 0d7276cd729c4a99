import { type UserPage, writeToUser } from '#contract/accounts.admin.ts';
import { WRITTEN_PER_HOUR } from '#contract/limits.ts';
import { HOUR } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { codeSubject, isLocked, loginSubject } from '../auth/attempts.rules.ts';
import type { CredentialRepos } from '../auth/credentials.service.ts';
import type { SessionRepos, SessionsService } from '../auth/sessions.service.ts';
import type { VisitorLimitsService } from '../buckets/visitor-limits.service.ts';
import type { UserRow } from '../users/users.service.ts';
import type { UserPageService } from './user-page.service.ts';

interface ActionRepos extends AuditRepos, CredentialRepos, MailRepos, SessionRepos {}

interface Deps {
  work: Work<ActionRepos>;
  page: UserPageService;
  sessions: Pick<SessionsService, 'removeAll'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'queueWritten'>;
  limits: Pick<VisitorLimitsService, 'countAdmin'>;
  /** Where users answer to. */
  contactEmail: string | undefined;
  clock: Clock;
}

export type UserActionsService = ReturnType<typeof userActionsService>;

/** Names the user in an audit entry. */
export const entryOf = ({ email: actor }: AdminCaller, userId: number) => ({ actor, subject: `user ${userId}`, userId });

/**
 * What administrators do with an account. Each action locks the user, writes an entry of the audit log and answers with the page of the
 * user; 404 for an unknown user.
 */
export function userActionsService({ work, page, sessions, audit, mails, limits, contactEmail, clock }: Deps) {
  async function lock({ users }: SessionRepos, userId: number): Promise<UserRow> {
    const user = await users.lock(userId);
    if (!user) throw new AppError('api.user.404');
    return user;
  }

  async function change(userId: number, act: (repos: ActionRepos) => Promise<void>): Promise<UserPage> {
    await work.inTransaction(act);
    return page.get(userId);
  }

  return {
    /** Ends all sessions. If there are none, nothing is written and no email is sent. */
    logOut: (admin: AdminCaller, userId: number): Promise<UserPage> =>
      change(userId, async (repos) => {
        const { email, language } = await lock(repos, userId);
        const count = await sessions.removeAll(repos, userId);
        if (count === 0) return;
        await mails.queue(repos, { kind: 'loggedOut', to: email, language });
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.logout' });
      }),

    /**
     * Removes the locks that wrong passwords and codes have put on the user, with their counts. A count without a lock stays, so that repeated
     * removals allow no more wrong attempts than the log shows. Counts as an opened page.
     */
    async removeLoginLock(admin: AdminCaller, userId: number): Promise<UserPage> {
      const { email } = await page.open(admin, userId);
      return change(userId, async (repos) => {
        const locked: string[] = [];
        // In the order of a password reset, which locks both as well.
        for (const subject of [loginSubject(email), codeSubject(email)]) {
          if (isLocked(await repos.attempts.lock(subject), clock.now())) locked.push(subject);
          else await repos.attempts.deleteUntouched(subject);
        }
        if (locked.length === 0) return;
        await lock(repos, userId);
        for (const subject of locked) await repos.attempts.delete(subject);
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.loginLock' });
      });
    },

    /**
     * Locks the account. Its sessions are kept until it is unlocked, so that each of them is answered with the reason. 409 if the account is
     * locked already.
     */
    lock: (admin: AdminCaller, userId: number, reason: string): Promise<UserPage> =>
      change(userId, async (repos) => {
        const { email, language, locked_at } = await lock(repos, userId);
        if (locked_at !== null) throw new AppError('adminApi.users.lock.409');
        await repos.users.updateLock(userId, isoTime(clock.now()), reason || null);
        await mails.queue(repos, { kind: 'accountLocked', to: email, language, rows: reason ? [['reason', reason]] : [] });
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.lock', reason });
      }),

    /** Unlocks the account and ends the sessions from before. 409 if the account is not locked. */
    unlock: (admin: AdminCaller, userId: number): Promise<UserPage> =>
      change(userId, async (repos) => {
        const { email, language, locked_at } = await lock(repos, userId);
        if (locked_at === null) throw new AppError('adminApi.users.unlock.409');
        await repos.users.updateLock(userId, null, null);
        await sessions.removeAll(repos, userId);
        await mails.queue(repos, { kind: 'accountUnlocked', to: email, language });
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.unlock' });
      }),

    /** Emails what the administrator wrote. Nothing happens if the same was written within the last hour. The log does not contain the text. */
    async write(admin: AdminCaller, userId: number, written: { subject: string; text: string }): Promise<UserPage> {
      await limits.countAdmin(writeToUser.path, admin.adminId, WRITTEN_PER_HOUR);
      return change(userId, async (repos) => {
        const { email, language } = await lock(repos, userId);
        const mail = { to: email, language, ...written, replyTo: contactEmail };
        if (!(await mails.queueWritten(repos, mail, isoTime(clock.now() - HOUR)))) return;
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.mail' });
      });
    },

    /** 409 if the stored notes are not those that the administrator saw. The log does not contain the text, because it outlives the account. */
    saveNotes: (
      admin: AdminCaller,
      userId: number,
      { text, seen }: { text: string; seen?: { text: string } | undefined },
    ): Promise<UserPage> =>
      change(userId, async (repos) => {
        await lock(repos, userId);
        const stored = (await repos.users.findAdminNotes(userId)) ?? '';
        assertSeen({ text: stored }, seen);
        if (text === stored) return;
        await repos.users.updateAdminNotes(userId, text || null);
        await audit.write(repos, { ...entryOf(admin, userId), action: 'user.notes' });
      }),
  };
}
