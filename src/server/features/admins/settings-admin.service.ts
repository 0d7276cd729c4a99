import type { AdminRole } from '#contract/roles.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { removedMail } from './admins.mails.ts';
import type { AdminRow } from './admins.repo.ts';
import type { StoredAdminRepos, StoredAdminService } from './stored-admin.service.ts';

interface Deps {
  work: Work<StoredAdminRepos>;
  storedAdmin: StoredAdminService;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  passwords: Passwords;
  clock: Clock;
}

/** Email of the administrator of the first start if none is configured. It has no mailbox. */
export const DEFAULT_EMAIL = 'admin@carnet.local';
const ACTOR = 'settings';

/** The administrator of ADMIN_EMAIL and ADMIN_PASSWORD. */
export function settingsAdminService({ work, storedAdmin, audit, mails, passwords, clock }: Deps) {
  /** Even if another administrator has restricted the account: whoever controls the settings may do everything. */
  async function restoreRole(repos: StoredAdminRepos, row: AdminRow): Promise<void> {
    if (row.role === 'all') return;
    const role: AdminRole = 'all';
    await repos.admins.updateRole(row.id, role);
    const states = { before: { role: row.role }, after: { email: row.email, role } };
    await audit.write(repos, { actor: ACTOR, action: 'admin.role', subject: `admin ${row.id}`, ...states });
    await storedAdmin.tell(repos, ACTOR, 'role', { ...row, role });
  }

  /** Deletes the other accounts that the settings or the first start created. */
  async function removeReplaced(repos: StoredAdminRepos, { id }: AdminRow): Promise<void> {
    for (const row of await repos.admins.deleteOthers(id, ['settings', 'start'])) {
      const before = { email: row.email, role: row.role };
      await audit.write(repos, { actor: ACTOR, action: 'admin.remove', subject: `admin ${row.id}`, before });
      await storedAdmin.tell(repos, ACTOR, 'removed', row);
      if (row.email !== DEFAULT_EMAIL) await mails.queue(repos, removedMail(row, ACTOR, isoTime(clock.now())));
    }
  }

  return {
    /**
     * Creates the account, or stores the password unless this value of the setting has been applied before: it may have been changed in
     * the panel since, because it was known to others. The account is the one whose email this was, if that was changed in the panel.
     */
    async apply(email: string, password: string): Promise<void> {
      const existing = await work.repos.admins.findForSettings(email);
      const applied = existing?.settings_hash ?? undefined;
      const isApplied = applied !== undefined && (await passwords.verify(applied, password));
      const password_hash = isApplied ? undefined : await passwords.hash(password);
      await work.inTransaction(async (repos) => {
        if (password_hash) {
          const row = existing && (await repos.admins.lock(existing.id));
          if (!row) await storedAdmin.create(repos, ACTOR, { email, password_hash, settings_hash: password_hash, origin: ACTOR });
          // Otherwise another process has applied it meanwhile.
          else if (row.settings_hash === existing.settings_hash) {
            await repos.admins.updateSettingsHash(row.id, password_hash);
            await storedAdmin.replacePassword(repos, ACTOR, row, password_hash);
          }
        }
        const row = await repos.admins.findForSettings(email);
        if (!row) return;
        // The setting has followed a change of the email.
        if (row.email === email && row.settings_email !== null) await repos.admins.updateEmail(row.id, email, null);
        await restoreRole(repos, row);
        await removeReplaced(repos, row);
      });
    },
  };
}
