import { randomInt } from 'node:crypto';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { adminSubjects } from '../auth/attempts.rules.ts';
import type { AdminRow } from './admins.repo.ts';
import type { AdminRepos } from './admins.service.ts';

interface Deps {
  work: Work<AdminRepos>;
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
/** Characters without similar-looking ones (0, 1, i, l, o): about 4.95 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password of about 99 bits; the suffix satisfies the password rules. */
function newPassword(): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return `${Array.from({ length: GROUPS }, group).join('-')}-A1!`;
}

/** `made_by` says who created the account and never changes: only what the settings or the first start created is replaced. */
type NewAdmin = Pick<AdminRow, 'email' | 'password_hash' | 'made_by'>;

/** Creates administrators: from the settings, by `npm run admin`, or at the first start (decision 13). */
export function firstAdminService({ work, passwords, clock }: Deps) {
  const insert = ({ admins }: AdminRepos, account: NewAdmin): Promise<boolean> =>
    admins.insert({ ...account, created_at: isoTime(clock.now()) });

  /** Creates the account, or stores the password of an existing one, ends its sessions and removes the locks and limits of wrong passwords. */
  async function insertOrUpdate(repos: AdminRepos, account: NewAdmin): Promise<void> {
    const { admins, attempts, rates } = repos;
    if (await insert(repos, account)) return;
    const { email, password_hash } = account;
    await admins.updatePassword(email, password_hash);
    await admins.deleteSessionsOf(email);
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

    /** Creates an administrator, or sets a new generated password for an existing one. */
    async createOrReset(email: string): Promise<CreatedAdmin> {
      const password = newPassword();
      const password_hash = await passwords.hash(password);
      await work.inTransaction((repos) => insertOrUpdate(repos, { email, password_hash, made_by: 'command' }));
      return { email, password };
    },
  };
}
