import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { CODE_TTL, CODES_PER_HOUR } from '#contract/limits.ts';
import { HOUR, SECOND } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { CodeRequestsService } from '../rates/code-requests.service.ts';
import type { RateRepos, Valve } from '../rates/valve.service.ts';
import type { UserRepos, UsersService } from '../users/users.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { CODE_RULE, codeSubject, isLocked, withFailure } from './attempts.rules.ts';
import type { CodePurpose, CodeRow, CodesRepo } from './codes.repo.ts';

export interface CodeRepos extends UserRepos, MailRepos, RateRepos {
  codes: CodesRepo;
  attempts: AttemptsRepo;
}

interface Deps {
  work: Work<CodeRepos>;
  users: Pick<UsersService, 'isRegistered'>;
  mails: Pick<MailsService, 'queue' | 'listQueued' | 'wake'>;
  /** Limits requests for codes; `valve` limits wrong codes. */
  requests: CodeRequestsService;
  valve: Valve;
  clock: Clock;
  tokens: Tokens;
}

export type CodesService = ReturnType<typeof codesService>;

const MAIL_KIND = { registration: 'code', reset: 'reset' } as const;

/** Bound to the email and the purpose: good for nothing else. */
const codeHash = (purpose: CodePurpose, email: string, code: string): string => hashOf(`${purpose}:${email}:${code}`);

/** What the valve counts. */
const GUESSED = 'code';

/** A code to judge, and the network that it comes from. */
export interface CodeTry {
  email: string;
  code: string;
  visitor: Visitor;
}

interface Try extends CodeTry {
  purpose: CodePurpose;
}

/** Seconds until another code may be sent; at most 5 in any hour, of both purposes together. `sent` are those of that hour (ISO). */
function secondsToWait(sent: readonly string[], now: number): number {
  const fifth = sent.at(-CODES_PER_HOUR);
  return fifth === undefined ? 0 : Math.max(1, Math.ceil((Date.parse(fifth) + HOUR - now) / SECOND));
}

export function codesService({ work, users, mails, requests, valve, clock, tokens }: Deps) {
  /**
   * Judges a code while tries for its email wait for each other; gives what is wrong, since a throw would undo the count.
   * `state` looks at the code's row before the code itself, which then is no try.
   */
  async function judge(
    repos: CodeRepos,
    { purpose, email, code, visitor }: Try,
    now: number,
    state?: (row: CodeRow | undefined) => Promise<ErrorCode | undefined>,
  ): Promise<AppError | undefined> {
    const subject = codeSubject(email);
    const attempts = await repos.attempts.lock(subject);
    if (isLocked(attempts, now)) return new AppError('api.code.locked');
    const row = await repos.codes.find(email, purpose);
    const error = (await state?.(row)) ?? (row && now >= Date.parse(row.expires_at) ? 'api.validateCode.expired' : undefined);
    if (error) {
      await repos.attempts.deleteUntouched(subject);
      return new AppError(error);
    }
    const retryAfter = await valve.wait(repos, GUESSED, visitor);
    if (retryAfter > 0) {
      await repos.attempts.deleteUntouched(subject);
      await valve.release(repos, GUESSED, visitor);
      return new AppError('api.code.429', { retryAfter });
    }
    if (row?.code_hash !== codeHash(purpose, email, code)) {
      await repos.attempts.update(subject, withFailure(attempts, CODE_RULE, now));
      await valve.countWrong(repos, GUESSED, visitor);
      return new AppError('api.validateCode.403');
    }
    await repos.attempts.delete(subject);
    await valve.countRight(repos, GUESSED, visitor);
    return undefined;
  }

  return {
    countRequest: requests.count,

    /**
     * Mails a new code, which replaces the one before; 403 while the email is locked, 429 over 5 an hour. For registration 400 for
     * a registered address. A new password's is mailed to registered addresses alone; any other gets one that nobody knows, so
     * that whatever is asked about it is answered alike.
     */
    async send(email: string, purpose: CodePurpose, language: Language): Promise<void> {
      const now = clock.now();
      const code = tokens.newCode();
      const expiresAt = isoTime(now + CODE_TTL);
      await work.inTransaction(async (repos) => {
        if (isLocked(await repos.attempts.lock(codeSubject(email)), now)) throw new AppError('api.code.locked');
        const isRegistered = await users.isRegistered(repos, email);
        if (purpose === 'registration' && isRegistered) throw new AppError('api.sendCode.400');
        const sent = await mails.listQueued(repos, email, Object.values(MAIL_KIND), isoTime(now - HOUR));
        const retryAfter = secondsToWait(sent, now);
        if (retryAfter > 0) throw new AppError('api.sendCode.429', { retryAfter });
        const isMailed = purpose === 'registration' || isRegistered;
        const hash = codeHash(purpose, email, isMailed ? code : tokens.newToken());
        await repos.codes.upsert({ email, purpose, code_hash: hash, expires_at: expiresAt, validated_at: null });
        await mails.queue(repos, { kind: MAIL_KIND[purpose], to: email, language, code, expiresAt }, isMailed);
        await repos.attempts.deleteUntouched(codeSubject(email));
      });
      mails.wake();
    },

    /**
     * 404 without a code for that email, 403 for a wrong one (the fifth locks for 20 minutes), an expired one, a locked email; 429
     * for networks that guess.
     */
    async validate({ email, code, visitor }: CodeTry): Promise<void> {
      const purpose = 'registration';
      const now = clock.now();
      const error = await work.inTransaction(async (repos) => {
        const found = await judge(repos, { purpose, email, code, visitor }, now, async (row) => (row ? undefined : 'api.validateCode.404'));
        if (!found) await repos.codes.markValidated(email, purpose, isoTime(now));
        return found;
      });
      if (error) throw error;
    },

    /**
     * What speaks against registering with this code: a registered email, a code that was not validated, and what `judge` finds.
     * Within the caller's transaction.
     */
    async errorForRegistration(repos: CodeRepos, given: CodeTry): Promise<AppError | undefined> {
      return judge(repos, { purpose: 'registration', ...given }, clock.now(), async (row) => {
        if (await users.isRegistered(repos, given.email)) return 'api.registration.409';
        return row?.validated_at ? undefined : 'api.registration.403';
      });
    },

    /** What speaks against a new password with this code; an address without one is a wrong try too. Within the caller's transaction. */
    async errorForReset(repos: CodeRepos, given: CodeTry): Promise<AppError | undefined> {
      return judge(repos, { purpose: 'reset', ...given }, clock.now());
    },

    /** A code is good for one registration or one new password. */
    async use(repos: CodeRepos, email: string, purpose: CodePurpose): Promise<void> {
      await repos.codes.delete(email, purpose);
    },
  };
}
