import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { randomGroups } from '../../ports/tokens.ts';
import { adminSubjects } from '../auth/attempts.rules.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import type { AdminRow } from './admins.repo.ts';

export type FirstAdminRepos = Pick<AdminRepos, 'admins' | 'adminSessions' | 'attempts' | 'audit' | 'rates' | 'twoFactor'>;

interface Deps {
  work: Work<FirstAdminRepos>;
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

/** Used if no email is configured. It does not need a mailbox. */
const DEFAULT_EMAIL = 'admin@carnet.local';
const GROUPS = 4;
const GROUP = 5;

/** A random password of about 99 bits; the suffix satisfies the password rules. */
const newPassword = (): string => `${randomGroups(GROUPS, GROUP)}-A1!`;

/** `made_by` says who created the account and never changes: only what the settings or the first start created is replaced. */
type NewAdmin = Pick<AdminRow, 'email' | 'password_hash' | 'made_by'>;

/** Creates administrators: from the settings, by `npm run admin`, or at the first start (decision 13). */
export function firstAdminService({ work, passwords, clock }: Deps) {
  const insert = ({ admins }: FirstAdminRepos, account: NewAdmin): Promise<boolean> =>
    admins.insert({ ...account, created_at: isoTime(clock.now()) });

  /** Creates the account, or stores the password of an existing one, ends its sessions and removes the locks and limits of wrong passwords. */
  async function insertOrUpdate(repos: FirstAdminRepos, account: NewAdmin): Promise<void> {
    const { admins, adminSessions, attempts, rates } = repos;
    if (await insert(repos, account)) return;
    const { email, password_hash } = account;
    await admins.updatePassword(email, password_hash);
    await adminSessions.deleteByEmail(email);
    await attempts.deleteByPrefix(adminSubjects(email));
    await rates.deleteByPrefix(adminSubjects(email));
  }

  /** Creates or updates the account of the settings; deletes earlier ones that the settings or the first start created. */
  async function applySettings(email: string, password: string): Promise<void> {
    const existing = await work.repos.admins.find(email);
    const isUnchanged = existing !== undefined && (await passwords.verify(existing.password_hash, password));
    const password_hash = isUnchanged ? undefined : await passwords.hash(password);
    await work.inTransaction(async (repos) => {
      if (password_hash) await insertOrUpdate(repos, { email, password_hash, made_by: 'settings' });
      // Also if another administrator has restricted it: whoever controls the settings may do everything.
      await repos.admins.updateRoleByEmail(email, 'all');
      await repos.admins.deleteOthers(email, ['settings', 'start']);
    });
  }

  return {
    /** Called at each start: ensures that there is an administrator. Returns the account if its password was generated. */
    async ensure({ adminEmail, adminPassword }: AdminSettings): Promise<CreatedAdmin | undefined> {
      if (adminEmail && adminPassword) {
        await applySettings(adminEmail, adminPassword);
        return undefined;
      }
      if (!(await work.repos.admins.isEmpty())) return undefined;
      const created = { email: adminEmail ?? DEFAULT_EMAIL, password: newPassword() };
      const password_hash = await passwords.hash(created.password);
      // If several processes start together, only one of them inserts the account and knows the password.
      return (await insert(work.repos, { email: created.email, password_hash, made_by: 'start' })) ? created : undefined;
    },

    /**
     * Creates an administrator, or sets a new generated password for an existing one; with `resetsTwoFactor`, two-factor login is switched
     * off too, for someone who has lost the app and the recovery codes.
     */
    async createOrReset(email: string, resetsTwoFactor = false): Promise<CreatedAdmin> {
      const password = newPassword();
      const password_hash = await passwords.hash(password);
      await work.inTransaction(async (repos) => {
        await insertOrUpdate(repos, { email, password_hash, made_by: 'command' });
        const admin = resetsTwoFactor ? await repos.admins.find(email) : undefined;
        if (admin) await repos.twoFactor.remove(admin.id);
      });
      return { email, password };
    },
  };
}
