import type { Language } from '#contract/languages.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { readPhone } from '../../ports/phones.ts';
import type { UsersService } from '../users/users.service.ts';
import type { CodeRepos, CodesService } from './codes.service.ts';
import { rejectCommonPassword } from './new-password.rules.ts';

interface Deps {
  work: Work<CodeRepos>;
  codes: Pick<CodesService, 'errorForRegistration' | 'use'>;
  users: Pick<UsersService, 'create'>;
  passwords: Passwords;
}

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone?: string | undefined;
  password: string;
  confirmationCode: string;
  language: Language;
  timeZone?: string | undefined;
  visitor: Visitor;
}

export type RegistrationService = ReturnType<typeof registrationService>;

export function registrationService({ work, codes, users, passwords }: Deps) {
  const errorOf = (repos: CodeRepos, { email, confirmationCode: code, visitor }: Registration): Promise<AppError | undefined> =>
    codes.errorForRegistration(repos, { email, code, visitor });

  return {
    /**
     * Creates the account. 409 for a registered email, 403 without a validated code or for a wrong one, which counts as an attempt.
     * The code is checked before the expensive hashing and again in the transaction of the insert, because hashing runs outside
     * transactions.
     */
    async register(registration: Registration): Promise<{ firstName: string }> {
      await rejectCommonPassword('password', registration.password);
      const phone = await readPhone(registration.phone);
      throwIfError(await work.inTransaction((repos) => errorOf(repos, registration)));
      const passwordHash = await passwords.hash(registration.password);
      const error = await work
        .inTransaction(async (repos) => {
          const found = await errorOf(repos, registration);
          if (found) return found;
          await codes.use(repos, registration.email, 'registration');
          await users.create(repos, { ...registration, phone, passwordHash });
          return undefined;
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError('api.registration.409') : error;
        });
      throwIfError(error);
      return { firstName: registration.firstName };
    },
  };
}

function throwIfError(error: AppError | undefined): void {
  if (error) throw error;
}
