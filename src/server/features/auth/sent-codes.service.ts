import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { CODE_TTL, CODES_PER_HOUR } from '#contract/limits.ts';
import { HOUR, SECOND } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { CodeMailKind } from '../../infra/mails/mail-text.rules.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { BucketRepos, GuessLimiter } from '../buckets/guess-limiter.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { CODE_RULE, codeSubject, isLocked, withFailure } from './attempts.rules.ts';
import type { CodePurpose, CodeRow, CodesRepo } from './codes.repo.ts';

export interface SentCodeRepos extends MailRepos, BucketRepos {
  codes: CodesRepo;
  attempts: AttemptsRepo;
}

interface Deps {
  mails: Pick<MailsService, 'queue' | 'listQueued'>;
  /** Limits wrong codes. */
  guessLimiter: GuessLimiter;
  clock: Clock;
  tokens: Tokens;
}

export type SentCodesService = ReturnType<typeof sentCodesService>;

const MAIL_KIND = { registration: 'code', reset: 'reset', admin: 'adminCode' } as const satisfies Record<CodePurpose, CodeMailKind>;

/** What a code is for; `owner` is the administrator whose email it confirms. */
interface Issue {
  purpose: CodePurpose;
  email: string;
  owner?: number;
}

/** Includes purpose, owner and email, so that a code is valid for no other. */
const codeHash = ({ purpose, email, owner }: Issue, code: string): string =>
  hashOf(`${owner === undefined ? purpose : `${purpose} ${owner}`}:${email}:${code}`);

/** Subject of the counters of the guessLimiter. */
const GUESS_SUBJECT = 'code';

/** An entered code, and the network that sent it. */
export interface CodeAttempt {
  email: string;
  code: string;
  visitor: Visitor;
}

/** A code that was sent more than an hour from now was sent by a process with a wrong clock. */
const lastHour = (now: number) => ({ after: isoTime(now - HOUR), until: isoTime(now + HOUR) });

/** Seconds until another code may be sent: at most 5 per hour, for all purposes together. `sent`: times of the last hour (ISO 8601). */
function secondsToWait(sent: readonly string[], now: number): number {
  const fifth = sent.at(-CODES_PER_HOUR);
  return fifth === undefined ? 0 : Math.max(1, Math.ceil((Date.parse(fifth) + HOUR - now) / SECOND));
}

/** Codes that are emailed to an address and entered by the person who reads it. */
export const sentCodesService = ({ mails, guessLimiter, clock, tokens }: Deps) => ({
  /**
   * Emails a new code, which replaces the previous one, in the caller's transaction. 403 while the email is locked, 429 for more than 5
   * codes per hour. Without `isMailed`, an unusable random code is stored, so that all later responses are the same. `decide` runs with
   * the attempts row of the email locked.
   */
  async send(repos: SentCodeRepos, issue: Issue, language: Language, decide: () => Promise<{ isMailed: boolean }>): Promise<void> {
    const { email, purpose } = issue;
    const now = clock.now();
    const [code, expiresAt] = [tokens.newCode(), isoTime(now + CODE_TTL)];
    if (isLocked(await repos.attempts.lock(codeSubject(email)), now)) throw new AppError('api.code.locked');
    const { isMailed } = await decide();
    const sent = await mails.listQueued(repos, email, Object.values(MAIL_KIND), lastHour(now));
    const retryAfter = secondsToWait(sent, now);
    if (retryAfter > 0) throw new AppError('api.sendCode.429', { retryAfter });
    const hash = codeHash(issue, isMailed ? code : tokens.newToken());
    await repos.codes.upsert({ email, purpose, code_hash: hash, expires_at: expiresAt, validated_at: null });
    await mails.queue(repos, { kind: MAIL_KIND[purpose], to: email, language, code, expiresAt }, isMailed);
    await repos.attempts.deleteUntouched(codeSubject(email));
  },

  /**
   * Checks a code while the attempts row of its email is locked. Returns the error, because a throw would roll back the counter.
   * `checkRow` checks the stored code first; its errors do not count as attempts.
   */
  async check(
    repos: SentCodeRepos,
    { code, visitor, ...issue }: CodeAttempt & Issue,
    checkRow?: (row: CodeRow | undefined) => Promise<ErrorCode | undefined>,
  ): Promise<AppError | undefined> {
    const { email, purpose } = issue;
    const now = clock.now();
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
    if (row?.code_hash !== codeHash(issue, code)) {
      await repos.attempts.update(subject, withFailure(attempts, CODE_RULE, now));
      await guessLimiter.countWrong(repos, GUESS_SUBJECT, visitor);
      return new AppError('api.validateCode.403');
    }
    await repos.attempts.delete(subject);
    await guessLimiter.countCorrect(repos, GUESS_SUBJECT, visitor);
    return undefined;
  },

  /** Deletes a used code: it is valid once. */
  async use({ codes }: Pick<SentCodeRepos, 'codes'>, email: string, purpose: CodePurpose): Promise<void> {
    await codes.delete(email, purpose);
  },
});
