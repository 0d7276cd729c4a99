import type { Invitation } from '#contract/admins.ts';
import type { Language } from '#contract/languages.ts';
import { INVITATION_TTL } from '#contract/limits.ts';
import type { AdminRole } from '#contract/roles.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { assertNewPassword, type NewPassword } from '../auth/new-password.rules.ts';
import { announceChange, assertStillHasEveryRight, listedInvitation, withdrawInvitationMails } from './admin-list.service.ts';
import type { AdminRepos, AdminSessionsService } from './admin-sessions.service.ts';
import { invitationMail } from './admins.mails.ts';
import type { InvitationRow } from './invitations.repo.ts';
import { assertRecentLogin } from './recent-login.rules.ts';

interface Deps {
  work: Work<AdminRepos>;
  sessions: Pick<AdminSessionsService, 'open'>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue' | 'withdraw'>;
  passwords: Passwords;
  clock: Clock;
  tokens: Tokens;
  origin: () => string;
}

/** The link of an invitation. Browsers do not send the part after # to servers, so it is in no log. */
export const invitationLink = (origin: string, token: string): string => `${origin}/admin#invitation=${token}`;

const isValid = (row: InvitationRow | undefined, now: string): row is InvitationRow => row !== undefined && row.expires_at > now;

async function findValid({ invitations }: Pick<AdminRepos, 'invitations'>, token: string, now: string): Promise<InvitationRow> {
  const row = await invitations.find(hashOf(token));
  if (!isValid(row, now)) throw new AppError('adminApi.invitation.404');
  return row;
}

export type InvitationsService = ReturnType<typeof invitationsService>;

/** Invitations of administrators by email. Only hashes of the links are stored. */
export function invitationsService({ work, sessions, audit, mails, passwords, clock, tokens, origin }: Deps) {
  const announce = announceChange(mails, clock);

  /** A new link, valid from now. */
  function newLink({ adminId }: AdminCaller) {
    const [now, token] = [clock.now(), tokens.newToken()];
    const times = { created_at: isoTime(now), expires_at: isoTime(now + INVITATION_TTL) };
    return { token, row: { token_hash: hashOf(token), invited_by: adminId, ...times } };
  }

  /** Emails the link, instead of an earlier one that has not been sent; returns the invitation as it is listed. */
  async function send(repos: AdminRepos, { email: by }: AdminCaller, row: InvitationRow, token: string, language: Language) {
    const { id, email, role, expires_at: expiresAt } = row;
    await withdrawInvitationMails(mails, repos, [email]);
    await mails.queue(repos, invitationMail({ to: email, language, role, by, link: invitationLink(origin(), token), expiresAt }));
    await audit.write(repos, { actor: by, action: 'admin.invite', subject: `invitation ${id}`, after: { email, role } });
    return listedInvitation({ ...row, invitedBy: by }, isoTime(clock.now()));
  }

  return {
    /** 401 if the login is too old, 409 if the address is an administrator's. */
    async invite(admin: AdminCaller, { email, role }: { email: string; role: AdminRole }, language: Language): Promise<Invitation> {
      assertRecentLogin(admin, clock.now());
      const { token, row } = newLink(admin);
      const invited = await work.inTransaction(async (repos) => {
        await assertStillHasEveryRight(repos, admin);
        if (await repos.admins.find(email))
          throw new AppError('adminApi.invite.409', { fields: [{ field: 'email', code: 'adminApi.invite.409' }] });
        const stored = await repos.invitations.upsert({ email, role, ...row });
        await announce(repos, { change: 'invited', of: { email, role }, by: admin.email });
        return send(repos, admin, stored, token, language);
      });
      return invited;
    },

    /** Sends a new link; the earlier one stops working. 401 if the login is too old, 404 for an unknown invitation. */
    async resend(admin: AdminCaller, id: number, language: Language): Promise<Invitation> {
      assertRecentLogin(admin, clock.now());
      const { token, row } = newLink(admin);
      const invited = await work.inTransaction(async (repos) => {
        await assertStillHasEveryRight(repos, admin);
        const stored = await repos.invitations.renew(id, row);
        if (!stored) throw new AppError('adminApi.invitation.404');
        return send(repos, admin, stored, token, language);
      });
      return invited;
    },

    /** 404 for an unknown invitation, or one that has just been accepted. */
    async withdraw({ email: actor }: AdminCaller, id: number): Promise<void> {
      await work.inTransaction(async (repos) => {
        const row = await repos.invitations.delete(id);
        if (!row) throw new AppError('adminApi.invitation.404');
        const { email, role } = row;
        await withdrawInvitationMails(mails, repos, [email]);
        await audit.write(repos, { actor, action: 'admin.withdraw', subject: `invitation ${id}`, before: { email, role } });
      });
    },

    /** For whom the link is; 404 for an unknown, used, expired or withdrawn one. */
    check: (token: string): Promise<{ email: string }> => findValid(work.repos, token, isoTime(clock.now())),

    /**
     * Creates the administrator of an invitation, whose emails are in `language`, and logs in. 404 for an unknown, used, expired or withdrawn link, which is looked up
     * before the expensive hashing and taken in the transaction.
     */
    async accept({ token, ...input }: NewPassword & { token: string }, userAgent: string, language: Language) {
      await assertNewPassword(input);
      await findValid(work.repos, token, isoTime(clock.now()));
      const password_hash = await passwords.hash(input.passwordNew);
      const result = await work.inTransaction(async (repos) => {
        const at = isoTime(clock.now());
        const row = await repos.invitations.take(hashOf(token));
        if (!isValid(row, at)) throw new AppError('adminApi.invitation.404');
        const { email, role } = row;
        const isNew = await repos.admins.insert({ email, role, language, password_hash, origin: 'invitation', created_at: at });
        const admin = isNew ? await repos.admins.find(email) : undefined;
        if (!admin) throw new AppError('adminApi.invitation.404');
        const tokenAdmin = await sessions.open(repos, admin.id, userAgent);
        await audit.write(repos, { actor: email, action: 'admin.join', subject: `admin ${admin.id}`, after: { email, role } });
        await announce(repos, { change: 'joined', of: admin, by: email });
        return { tokenAdmin, email };
      });
      return result;
    },
  };
}
