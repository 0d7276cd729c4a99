import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { generatedPassword } from '../../ports/tokens.ts';
import { DEFAULT_EMAIL, settingsAdminService } from './settings-admin.service.ts';
import { type StoredAdminRepos, storedAdminService } from './stored-admin.service.ts';

interface Deps {
  work: Work<StoredAdminRepos>;
  audit: AuditService;
  mails: Pick<MailsService, 'queue'>;
  passwords: Passwords;
  clock: Clock;
}

export interface AdminSettings {
  adminEmail: string | undefined;
  adminPassword: string | undefined;
}

/** An administrator with a generated password, which is printed once and never stored in plain text. */
export interface CreatedAdmin {
  email: string;
  password: string;
}

export type FirstAdminService = ReturnType<typeof firstAdminService>;

/** Creates administrators: from the settings, by `npm run admin`, or on the first start (decision 13). */
export function firstAdminService({ work, audit, mails, passwords, clock }: Deps) {
  const storedAdmin = storedAdminService({ audit, mails, clock });
  const settingsAdmin = settingsAdminService({ work, storedAdmin, audit, mails, passwords, clock });

  return {
    /** Called on each start: ensures that there is an administrator. Returns the account if its password was generated. */
    async ensure({ adminEmail, adminPassword }: AdminSettings): Promise<CreatedAdmin | undefined> {
      if (adminEmail && adminPassword) {
        await settingsAdmin.apply(adminEmail, adminPassword);
        return undefined;
      }
      const { admins } = work.repos;
      if (!(await admins.isEmpty())) return undefined;
      const created = { email: adminEmail ?? DEFAULT_EMAIL, password: generatedPassword() };
      const password_hash = await passwords.hash(created.password);
      // If several processes start together, only one of them inserts the account and knows the password.
      const account = { email: created.email, password_hash, origin: 'start', created_at: isoTime(clock.now()) } as const;
      return (await admins.insert(account)) ? created : undefined;
    },

    /**
     * Creates an administrator, or sets a new generated password for an existing one; with `resetsTwoFactor`, two-factor login is switched
     * off too, for someone who has lost the app and the recovery codes. An email that the account of the settings had before means that
     * account, unless another administrator has it now; the result has the current one.
     */
    async createOrReset(address: string, resetsTwoFactor = false): Promise<CreatedAdmin> {
      const password = generatedPassword();
      const password_hash = await passwords.hash(password);
      const actor = 'command';
      const email = await work.inTransaction(async (repos) => {
        const found = (await repos.admins.find(address)) ?? (await repos.admins.findForSettings(address));
        const row = found && (await repos.admins.lock(found.id));
        if (!row) {
          if (await storedAdmin.create(repos, actor, { email: address, password_hash, origin: 'command' })) return address;
          throw new Error(`The administrators have just changed: run the command again for ${address}`);
        }
        await storedAdmin.replacePassword(repos, actor, row, password_hash);
        if (!resetsTwoFactor) return row.email;
        await repos.twoFactor.remove(row.id);
        const after = { email: row.email, two_factor: 'off' };
        await audit.write(repos, { actor, action: 'admin.twoFactor', subject: `admin ${row.id}`, after });
        await storedAdmin.tell(repos, actor, 'twoFactor', row);
        return row.email;
      });
      return { email, password };
    },
  };
}
