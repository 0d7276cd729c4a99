import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { CODE_TTL, CODES_PER_HOUR } from '#contract/limits.ts';
import { HOUR, SECOND } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { CodeRequestsService } from '../buckets/code-requests.service.ts';
import type { BucketRepos, GuessLimiter } from '../buckets/guess-limiter.service.ts';
import type { UserRepos, UsersService } from '../users/users.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { CODE_RULE, codeSubject, isLocked, withFailure } from './attempts.rules.ts';
import type { CodePurpose, CodeRow, CodesRepo } from './codes.repo.ts';

export interface CodeRepos extends UserRepos, MailRepos, BucketRepos {
  codes: CodesRepo;
  attempts: AttemptsRepo;
}

interface Deps {
  work: Work<CodeRepos>;
  users: Pick<UsersService, 'isRegistered'>;
  mails: Pick<MailsService, 'queue' | 'listQueued'>;
  /** Limits requests for codes; `guessLimiter` limits wrong codes. */
  requests: CodeRequestsService;
  guessLimiter: GuessLimiter;
  clock: Clock;
  tokens: Tokens;
}

export type CodesService = ReturnType<typeof codesService>;

const MAIL_KIND = { registration: 'code', reset: 'reset' } as const;

/** Includes the purpose and the email, so that a code is valid for no other. */
const codeHash = (purpose: CodePurpose, email: string, code: string): string => hashOf(`${purpose}:${email}:${code}`);

/** Subject of the counters of the guessLimiter. */
const GUESS_SUBJECT = 'code';

/** An entered code, and the network that sent it. */
export interface CodeAttempt {
  email: string;
  code: string;
  visitor: Visitor;
}

interface CodeInput extends CodeAttempt {
  purpose: CodePurpose;
}

/** A code that was sent more than an hour from now was sent by a process with a wrong clock. */
const lastHour = (now: number) => ({ after: isoTime(now - HOUR), until: isoTime(now + HOUR) });

/** Seconds until another code may be sent: at most 5 per hour, for both purposes together. `sent`: times of the last hour (ISO 8601). */
function secondsToWait(sent: readonly string[], now: number): number {
  const fifth = sent.at(-CODES_PER_HOUR);
  return fifth === undefined ? 0 : Math.max(1, Math.ceil((Date.parse(fifth) + HOUR - now) / SECOND));
}

export function codesService({ work, users, mails, requests, guessLimiter, clock, tokens }: Deps) {
  /**
   * Checks a code while the attempts row of its email is locked. Returns the error, because a throw would roll back the counter.
   * `checkRow` checks the stored code first; its errors do not count as attempts.
   */
  async function check(
    repos: CodeRepos,
    { purpose, email, code, visitor }: CodeInput,
    now: number,
    checkRow?: (row: CodeRow | undefined) => Promise<ErrorCode | undefined>,
  ): Promise<AppError | undefined> {
    const subject = codeSubject(email);
    const attempts = await repos.attempts.lock(subject);
    if (isLocked(attempts, now)) return new AppError('api.code.locked');
    const row = await repos.codes.find(email, purpose);
    const error =
      (await checkRow?.(row)) ?? (row && now >= timeAhead(row.expires_at, CODE_TTL, now) ? 'api.validateCode.expired' : undefined);
    if (error) {
      await repos.attempts.deleteUntouched(subject);
      return new AppError(error);
    }
    const retryAfter = await guessLimiter.wait(repos, GUESS_SUBJECT, visitor);
    if (retryAfter > 0) {
      await repos.attempts.deleteUntouched(subject);
      await guessLimiter.release(repos, GUESS_SUBJECT, visitor);
      return new AppError('api.code.429', { retryAfter });
    }
    if (row?.code_hash !== codeHash(purpose, email, code)) {
      await repos.attempts.update(subject, withFailure(attempts, CODE_RULE, now));
      await guessLimiter.countWrong(repos, GUESS_SUBJECT, visitor);
      return new AppError('api.validateCode.403');
    }
    await repos.attempts.delete(subject);
    await guessLimiter.countCorrect(repos, GUESS_SUBJECT, visitor);
    return undefined;
  }

  return {
    countRequest: requests.count,

    /**
     * Emails a new code, which replaces the previous one. 403 while the email is locked, 429 for more than 5 codes per hour, 400 for
     * the registration of a registered email. Reset codes are emailed to registered addresses only; for others an unusable random code
     * is stored, so that all later responses are the same.
     */
    async send(email: string, purpose: CodePurpose, language: Language): Promise<void> {
      const now = clock.now();
      const [code, expiresAt] = [tokens.newCode(), isoTime(now + CODE_TTL)];
      await work.inTransaction(async (repos) => {
        if (isLocked(await repos.attempts.lock(codeSubject(email)), now)) throw new AppError('api.code.locked');
        const isRegistered = await users.isRegistered(repos, email);
        if (purpose === 'registration' && isRegistered) throw new AppError('api.sendCode.400');
        const sent = await mails.listQueued(repos, email, Object.values(MAIL_KIND), lastHour(now));
        const retryAfter = secondsToWait(sent, now);
        if (retryAfter > 0) throw new AppError('api.sendCode.429', { retryAfter });
        const isMailed = purpose === 'registration' || isRegistered;
        const hash = codeHash(purpose, email, isMailed ? code : tokens.newToken());
        await repos.codes.upsert({ email, purpose, code_hash: hash, expires_at: expiresAt, validated_at: null });
        await mails.queue(repos, { kind: MAIL_KIND[purpose], to: email, language, code, expiresAt }, isMailed);
        await repos.attempts.deleteUntouched(codeSubject(email));
      });
    },

    /**
     * Marks the registration code of an email as validated. 404 without a code for that email, 403 for a wrong code (the fifth locks
     * the email for 20 minutes), an expired code or a locked email, 429 for networks over the limits on guessing.
     */
    async validate({ email, code, visitor }: CodeAttempt): Promise<void> {
      const purpose = 'registration';
      const now = clock.now();
      const error = await work.inTransaction(async (repos) => {
        const found = await check(repos, { purpose, email, code, visitor }, now, async (row) => (row ? undefined : 'api.validateCode.404'));
        if (!found) await repos.codes.markValidated(email, purpose, isoTime(now));
        return found;
      });
      if (error) throw error;
    },

    /**
     * Returns why this code does not allow a registration: a registered email (409), a code that is not validated (403), or an error of
     * `check`; undefined if it does. Runs in the caller's transaction.
     */
    async errorForRegistration(repos: CodeRepos, entered: CodeAttempt): Promise<AppError | undefined> {
      return check(repos, { purpose: 'registration', ...entered }, clock.now(), async (row) => {
        if (await users.isRegistered(repos, entered.email)) return 'api.registration.409';
        return row?.validated_at ? undefined : 'api.registration.403';
      });
    },

    /**
     * Returns why this code does not allow a password reset, undefined if it does. An email without a code counts as a wrong code. Runs in
     * the caller's transaction.
     */
    async errorForReset(repos: CodeRepos, entered: CodeAttempt): Promise<AppError | undefined> {
      return check(repos, { purpose: 'reset', ...entered }, clock.now());
    },

    /** Deletes a used code: it is valid for one registration or one password reset. */
    async use(repos: CodeRepos, email: string, purpose: CodePurpose): Promise<void> {
      await repos.codes.delete(email, purpose);
    },
  };
}
