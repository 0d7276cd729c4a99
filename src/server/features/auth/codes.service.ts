import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { CODE_TTL, CODES_PER_HOUR } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { MailRepos, MailsService } from '../mails/mails.service.ts';
import type { UserRepos, UsersService } from '../users/users.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { CODE_RULE, isLocked, withFailure } from './attempts.rules.ts';
import type { CodePurpose, CodeRow, CodesRepo } from './codes.repo.ts';

export interface CodeRepos extends UserRepos, MailRepos {
  codes: CodesRepo;
  attempts: AttemptsRepo;
}

interface Deps {
  work: Work<CodeRepos>;
  users: Pick<UsersService, 'isRegistered'>;
  mails: Pick<MailsService, 'queue' | 'listQueued' | 'wake'>;
  clock: Clock;
  tokens: Tokens;
}

export type CodesService = ReturnType<typeof codesService>;

const HOUR = 3_600_000;
const SECOND = 1_000;
const PURPOSE: CodePurpose = 'registration';

/** Both purposes share the lock (product decisions, part 3). */
const subjectOf = (email: string): string => `code:${email}`;
/** Bound to the e-mail and the purpose: good for nothing else. */
const codeHash = (email: string, code: string): string => hashOf(`${PURPOSE}:${email}:${code}`);

export function codesService({ work, users, mails, clock, tokens }: Deps) {
  /** Seconds until another code may be sent; at most 5 in any hour. */
  async function secondsToWait(repos: CodeRepos, email: string, now: number): Promise<number> {
    const sent = await mails.listQueued(repos, email, 'code', isoTime(now - HOUR));
    const fifth = sent.at(-CODES_PER_HOUR);
    return fifth === undefined ? 0 : Math.max(1, Math.ceil((Date.parse(fifth) + HOUR - now) / SECOND));
  }

  /**
   * Judges a code while tries for its e-mail wait for each other; gives what is wrong, since a throw would undo the count.
   * `state` looks at the code's row before the code itself, which then is no try.
   */
  async function judge(
    repos: CodeRepos,
    email: string,
    code: string,
    now: number,
    state: (row: CodeRow | undefined) => Promise<ErrorCode | undefined>,
  ): Promise<ErrorCode | undefined> {
    const subject = subjectOf(email);
    const attempts = await repos.attempts.lock(subject);
    if (isLocked(attempts, now)) return 'api.code.locked';
    const row = await repos.codes.find(email, PURPOSE);
    const fault = (await state(row)) ?? (row && now >= Date.parse(row.expires_at) ? 'api.validateCode.expired' : undefined);
    if (fault) {
      await repos.attempts.deleteUntouched(subject);
      return fault;
    }
    if (row?.code_hash !== codeHash(email, code)) {
      await repos.attempts.update(subject, withFailure(attempts, CODE_RULE, now));
      return 'api.validateCode.403';
    }
    await repos.attempts.delete(subject);
    return undefined;
  }

  return {
    /** Mails a new code, which replaces the one before; 403 while the e-mail is locked, 400 for a registered one, 429 over 5 an hour. */
    async send(email: string, language: Language): Promise<void> {
      const now = clock.now();
      const code = tokens.newCode();
      const expiresAt = isoTime(now + CODE_TTL);
      await work.write(async (repos) => {
        if (isLocked(await repos.attempts.lock(subjectOf(email)), now)) throw new AppError('api.code.locked');
        if (await users.isRegistered(repos, email)) throw new AppError('api.sendCode.400');
        const retryAfter = await secondsToWait(repos, email, now);
        if (retryAfter > 0) throw new AppError('api.sendCode.429', { retryAfter });
        await repos.codes.upsert({ email, purpose: PURPOSE, code_hash: codeHash(email, code), expires_at: expiresAt, validated_at: null });
        await mails.queue(repos, { kind: 'code', to: email, language, values: { code }, expiresAt });
        await repos.attempts.deleteUntouched(subjectOf(email));
      });
      mails.wake();
    },

    /** 404 without a code for that e-mail, 403 for a wrong one (the fifth locks for 20 minutes), an expired one, a locked e-mail. */
    async validate(email: string, code: string): Promise<void> {
      const now = clock.now();
      const fault = await work.write(async (repos) => {
        const found = await judge(repos, email, code, now, async (row) => (row ? undefined : 'api.validateCode.404'));
        if (!found) await repos.codes.markValidated(email, PURPOSE, isoTime(now));
        return found;
      });
      if (fault) throw new AppError(fault);
    },

    /**
     * What speaks against registering with this code: a registered e-mail, a code that was not validated, and what `judge` finds.
     * Within the caller's transaction.
     */
    async faultForRegistration(repos: CodeRepos, email: string, code: string): Promise<ErrorCode | undefined> {
      return judge(repos, email, code, clock.now(), async (row) => {
        if (await users.isRegistered(repos, email)) return 'api.registration.409';
        return row?.validated_at ? undefined : 'api.registration.403';
      });
    },

    /** A code is good for one registration. */
    async use(repos: CodeRepos, email: string): Promise<void> {
      await repos.codes.delete(email, PURPOSE);
    },
  };
}
