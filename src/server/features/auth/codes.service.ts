import type { Language } from '#contract/languages.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { CodeRequestsService } from '../buckets/code-requests.service.ts';
import type { UserRepos, UsersService } from '../users/users.service.ts';
import type { CodeAttempt, SentCodeRepos, SentCodesService } from './sent-codes.service.ts';

export interface CodeRepos extends UserRepos, SentCodeRepos {}

interface Deps {
  work: Work<CodeRepos>;
  users: Pick<UsersService, 'isRegistered'>;
  sent: SentCodesService;
  /** Limits requests for codes. */
  requests: CodeRequestsService;
  clock: Clock;
}

export type CodesService = ReturnType<typeof codesService>;

/** Codes for a registration and for a new password. */
export function codesService({ work, users, sent, requests, clock }: Deps) {
  return {
    countRequest: requests.count,
    use: sent.use,

    /**
     * Emails a new code, which replaces the previous one. 403 while the email is locked, 429 for more than 5 codes per hour, 400 for
     * the registration of a registered email. Reset codes are emailed to registered addresses only; for others an unusable random code
     * is stored, so that all later responses are the same.
     */
    async send(email: string, purpose: 'registration' | 'reset', language: Language): Promise<void> {
      await work.inTransaction((repos) =>
        sent.send(repos, { purpose, email }, language, async () => {
          const isRegistered = await users.isRegistered(repos, email);
          if (purpose === 'registration' && isRegistered) throw new AppError('api.sendCode.400');
          return { isMailed: purpose === 'registration' || isRegistered };
        }),
      );
    },

    /**
     * Marks the registration code of an email as validated. 404 without a code for that email, 403 for a wrong code (the fifth locks
     * the email for 20 minutes), an expired code or a locked email, 429 for networks over the limits on guessing.
     */
    async validate(entered: CodeAttempt): Promise<void> {
      const purpose = 'registration';
      const error = await work.inTransaction(async (repos) => {
        const found = await sent.check(repos, { purpose, ...entered }, async (row) => (row ? undefined : 'api.validateCode.404'));
        if (!found) await repos.codes.markValidated(entered.email, purpose, isoTime(clock.now()));
        return found;
      });
      if (error) throw error;
    },

    /**
     * Returns why this code does not allow a registration: a registered email (409), a code that is not validated (403), or an error of
     * `check`; undefined if it does. Runs in the caller's transaction.
     */
    async errorForRegistration(repos: CodeRepos, entered: CodeAttempt): Promise<AppError | undefined> {
      return sent.check(repos, { purpose: 'registration', ...entered }, async (row) => {
        if (await users.isRegistered(repos, entered.email)) return 'api.registration.409';
        return row?.validated_at ? undefined : 'api.registration.403';
      });
    },

    /**
     * Returns why this code does not allow a password reset, undefined if it does. An email without a code counts as a wrong code. Runs in
     * the caller's transaction.
     */
    async errorForReset(repos: CodeRepos, entered: CodeAttempt): Promise<AppError | undefined> {
      return sent.check(repos, { purpose: 'reset', ...entered });
    },
  };
}
