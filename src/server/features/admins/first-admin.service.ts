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

/** Whose password was made here; it is printed once and stored nowhere in clear. */
export interface CreatedAdmin {
  email: string;
  password: string;
}

export type FirstAdminService = ReturnType<typeof firstAdminService>;

/** Where nobody named an email. It need not receive anything. */
const DEFAULT_EMAIL = 'admin@carnet.local';
const GROUPS = 4;
const GROUP = 5;
/** Letters that can be read aloud: about 4.9 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** About 98 bits, and what the rule for passwords asks for besides. */
function newPassword(): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return `${Array.from({ length: GROUPS }, group).join('-')}-A1!`;
}

/** The administrator's account: from the settings, by the command, or made at the first start (product decisions, part 3). */
export function firstAdminService({ work, passwords, clock }: Deps) {
  async function insert(email: string, password: string, madeBy: AdminRow['made_by']): Promise<boolean> {
    const password_hash = await passwords.hash(password);
    return work.repos.admins.insert({ email, password_hash, made_by: madeBy, created_at: isoTime(clock.now()) });
  }

  /** A new password ends the sessions that the old one opened, and the lock that wrong ones brought. */
  async function setPassword(email: string, password: string, madeBy: AdminRow['made_by']): Promise<void> {
    const password_hash = await passwords.hash(password);
    await work.inTransaction(async ({ admins, attempts, rates }) => {
      await admins.updatePassword(email, { password_hash, made_by: madeBy });
      await admins.deleteSessionsOf(email);
      await attempts.deleteBeginning(adminSubjects(email));
      await rates.deleteBeginning(adminSubjects(email));
    });
  }

  /** As the settings say: their account takes the place of the one before and of the first start's. */
  async function follow(email: string, password: string): Promise<void> {
    const known = await work.repos.admins.find(email);
    if (!known) await insert(email, password, 'settings');
    else if (!(await passwords.verify(known.password_hash, password))) await setPassword(email, password, 'settings');
    await work.repos.admins.deleteOthers(email, ['settings', 'start']);
  }

  return {
    /** Sees at each start that there is an administrator; gives the account when its password was made here. */
    async ensure({ adminEmail, adminPassword }: AdminSettings): Promise<CreatedAdmin | undefined> {
      if (adminEmail && adminPassword) {
        await follow(adminEmail, adminPassword);
        return undefined;
      }
      if (!(await work.repos.admins.isEmpty())) return undefined;
      const made = { email: adminEmail ?? DEFAULT_EMAIL, password: newPassword() };
      // Of several processes that start together one makes it, and only that one knows the password.
      return (await insert(made.email, made.password, 'start')) ? made : undefined;
    },

    /** Makes an administrator, or gives a new password to one. */
    async make(email: string): Promise<CreatedAdmin> {
      const password = newPassword();
      if (!(await insert(email, password, 'command'))) await setPassword(email, password, 'command');
      return { email, password };
    },
  };
}
