import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { adminSubjects } from '../auth/attempts.rules.ts';
import { announceChange } from './admin-list.service.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import type { AdminsChange, ServerActor } from './admins.mails.ts';
import type { AdminRow } from './admins.repo.ts';

export type StoredAdminRepos = Pick<
  AdminRepos,
  'admins' | 'adminSessions' | 'attempts' | 'audit' | 'mails' | 'buckets' | 'twoFactor' | 'after'
>;

interface Deps {
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

/** `origin` says who created the account and never changes: only what the settings or the first start created is replaced. */
type NewAdmin = Pick<AdminRow, 'email' | 'password_hash' | 'origin'> & Partial<Pick<AdminRow, 'settings_hash'>>;

export type StoredAdminService = ReturnType<typeof storedAdminService>;

/** Changes of administrators on the server, each with an entry in the audit log and emails to the administrators. */
export function storedAdminService({ audit, mails, clock }: Deps) {
  const announce = announceChange(mails, clock);

  const tell = (repos: StoredAdminRepos, by: ServerActor, change: AdminsChange, of: Pick<AdminRow, 'email' | 'role' | 'language'>) =>
    announce(repos, { change, of, by });

  return {
    tell,

    /** False if the account exists. */
    async create(repos: StoredAdminRepos, actor: ServerActor, account: NewAdmin): Promise<boolean> {
      const isNew = await repos.admins.insert({ ...account, created_at: isoTime(clock.now()) });
      const row = isNew ? await repos.admins.find(account.email) : undefined;
      if (!row) return false;
      const { id, email, role } = row;
      await audit.write(repos, { actor, action: 'admin.join', subject: `admin ${id}`, after: { email, role } });
      await tell(repos, actor, 'joined', row);
      return true;
    },

    /** Ends the sessions of the account and removes the locks and limits of wrong passwords. */
    async replacePassword(repos: StoredAdminRepos, actor: ServerActor, row: AdminRow, hash: string): Promise<void> {
      const { id, email } = row;
      await repos.admins.updatePassword(id, hash);
      await repos.adminSessions.deleteByEmail(email);
      await repos.attempts.deleteByPrefix(adminSubjects(email));
      await repos.buckets.deleteByPrefix(adminSubjects(email));
      await audit.write(repos, { actor, action: 'admin.password', subject: `admin ${id}`, after: { email } });
      await tell(repos, actor, 'password', row);
    },
  };
}
