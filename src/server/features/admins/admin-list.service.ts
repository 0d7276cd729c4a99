import type { Invitation, ListedAdmin } from '#contract/admins.ts';
import type { AdminRole } from '#contract/roles.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { adminSubjects } from '../auth/attempts.rules.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import { type AdminsChange, adminsChangedMails, removedMail } from './admins.mails.ts';
import type { AdminRow, ListedAdminRow } from './admins.repo.ts';
import type { ListedInvitationRow } from './invitations.repo.ts';
import { assertRecentLogin } from './recent-login.rules.ts';

interface Deps {
  work: Work<AdminRepos>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'withdraw'>;
  clock: Clock;
}

interface Announcement {
  change: AdminsChange;
  /** The administrator who is invited, added, changed or removed. */
  of: Pick<AdminRow, 'email' | 'role'> & Partial<Pick<AdminRow, 'language'>>;
  newEmail?: string;
  /** The email of the administrator who did it, or a ServerActor. */
  by: string;
}

export type AdminListService = ReturnType<typeof adminListService>;

const listedAdmin = ({ id, origin, hasTwoFactor, ...row }: ListedAdminRow): ListedAdmin => ({
  ...row,
  admin_id: id,
  has_two_factor: hasTwoFactor === 1,
  is_from_settings: origin === 'settings',
});

export const listedInvitation = ({ id, invitedBy, ...row }: ListedInvitationRow, now: string): Invitation => ({
  ...row,
  invitation_id: id,
  invited_by: invitedBy,
  is_expired: row.expires_at <= now,
});

/** Locks the administrators with every right. 403 if the caller is no longer one of them, so that at least the caller remains. */
export async function assertStillHasEveryRight({ admins }: AdminRepos, { adminId }: AdminCaller): Promise<void> {
  if (!(await admins.lockWithEveryRight()).includes(adminId)) throw new AppError('adminApi.role');
}

/** Withdraws invitation emails that have not been sent, because their links no longer work. */
export async function withdrawInvitationMails(
  mails: Pick<MailsService, 'withdraw'>,
  repos: AdminRepos,
  emails: readonly string[],
): Promise<void> {
  for (const email of emails) await mails.withdraw(repos, email, 'adminInvited', '');
}

/** Changes of an account that remains, about which its administrator is told as well. */
const OF_ACCOUNT: readonly AdminsChange[] = ['role', 'password', 'twoFactor'];

/** Emails a change to every other administrator with every right, and to the one who is changed. */
export function announceChange(mails: Pick<MailsService, 'queue'>, clock: Clock) {
  return async (
    repos: Pick<AdminRepos, 'admins' | 'mails' | 'after'>,
    { of: { email, role, language }, ...facts }: Announcement,
  ): Promise<void> => {
    const others = (await repos.admins.listRecipientsWithEveryRight()).filter((admin) => admin.email !== email);
    const to = OF_ACCOUNT.includes(facts.change) && language ? [...others, { email, language }] : others;
    for (const mail of adminsChangedMails({ ...facts, to, email, role, at: isoTime(clock.now()) })) await mails.queue(repos, mail);
  };
}

/** The administrators, and changes of them by each other (decision 47). */
export function adminListService({ work, audit, mails, clock }: Deps) {
  const announce = announceChange(mails, clock);

  /** Locks the administrator to be changed: 401 if the login is too old, 409 for the caller, 404 for an unknown one. */
  async function lockOther(repos: AdminRepos, admin: AdminCaller, id: number): Promise<AdminRow> {
    await assertStillHasEveryRight(repos, admin);
    if (id === admin.adminId) throw new AppError('adminApi.self');
    const row = await repos.admins.lock(id);
    if (!row) throw new AppError('adminApi.admin.404');
    return row;
  }

  async function endInvitations(repos: AdminRepos, invitedBy: number): Promise<void> {
    await withdrawInvitationMails(mails, repos, await repos.invitations.deleteByInviter(invitedBy));
  }

  async function list({ admins, invitations }: AdminRepos): Promise<{ admins: ListedAdmin[]; invitations: Invitation[] }> {
    const now = isoTime(clock.now());
    return {
      admins: (await admins.list()).map(listedAdmin),
      invitations: (await invitations.list()).map((row) => listedInvitation(row, now)),
    };
  }

  return {
    list: () => list(work.repos),

    /** Changes the role of another administrator; those who may no longer invite lose their invitations. */
    async changeRole(admin: AdminCaller, id: number, { role, seen }: { role: AdminRole; seen?: AdminRole | undefined }) {
      assertRecentLogin(admin, clock.now());
      const changed = await work.inTransaction(async (repos) => {
        const { email, language, role: before } = await lockOther(repos, admin, id);
        assertSeen({ role: before }, seen && { role: seen });
        if (role !== before) {
          await repos.admins.updateRole(id, role);
          if (role !== 'all') await endInvitations(repos, id);
          const states = { before: { role: before }, after: { email, role } };
          await audit.write(repos, { actor: admin.email, action: 'admin.role', subject: `admin ${id}`, ...states });
          await announce(repos, { change: 'role', of: { email, role, language }, by: admin.email });
        }
        return (await list(repos)).admins.find(({ admin_id }) => admin_id === id);
      });
      if (!changed) throw new AppError('adminApi.admin.404');
      return changed;
    },

    /** Removes another administrator, whose sessions end at once. */
    async remove(admin: AdminCaller, id: number): Promise<void> {
      assertRecentLogin(admin, clock.now());
      await work.inTransaction(async (repos) => {
        const row = await lockOther(repos, admin, id);
        const { email, role } = row;
        await endInvitations(repos, id);
        await repos.admins.delete(id);
        await repos.attempts.deleteByPrefix(adminSubjects(email));
        await repos.buckets.deleteByPrefix(adminSubjects(email));
        await audit.write(repos, { actor: admin.email, action: 'admin.remove', subject: `admin ${id}`, before: { email, role } });
        await announce(repos, { change: 'removed', of: row, by: admin.email });
        await mails.queue(repos, removedMail(row, admin.email, isoTime(clock.now())));
      });
    },
  };
}
