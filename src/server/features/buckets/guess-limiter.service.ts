import type { Visitor } from '../../caller.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import type { BucketsRepo } from './buckets.repo.ts';
import { afterTaking, type Bucket, secondsToWait } from './buckets.rules.ts';

export interface BucketRepos {
  buckets: BucketsRepo;
}

/** Logs a warning with the id of the request that caused it, and the block of its network unless addresses are not logged. */
export type Alarm = (requestId: string, message: string, block?: string) => void;

/** Limits on wrong codes or passwords (decision 28). */
export interface GuessLimitRule {
  /** Wrong attempts per network address. Without it the caller counts them. */
  perAddress?: Bucket;
  /** Wrong attempts of all networks together. Once it is used up, only networks with a wrong attempt within `memory` are rejected. */
  total: Bucket;
  /** Milliseconds for which a network block with a wrong attempt is remembered. */
  memory: number;
  /** Milliseconds for which an address with a correct attempt is exempt from the limit of all networks. */
  trust?: number;
  /** Logged when `total` is used up. */
  alarm: string;
}

interface Deps {
  rule: GuessLimitRule;
  clock: Clock;
  alarm: Alarm;
}

export type GuessLimiter = ReturnType<typeof guessLimiter>;

/**
 * Limits guessing at `subject`. Its rows are locked in the order address, block, all, and after those of the email, to avoid deadlocks.
 * Call the functions in the caller's transaction.
 */
export function guessLimiter({ rule, clock, alarm }: Deps) {
  const subjectsOf = (subject: string, { address, block }: Visitor) => ({
    address: `${subject}|address|${address}`,
    block: `${subject}|block|${block}`,
    known: `${subject}|known|${address}`,
    all: `${subject}|all`,
  });

  return {
    /** Seconds until this network may try again; 0 if it may now. With `perAddress` it locks the row of the address. */
    async wait({ buckets }: BucketRepos, subject: string, visitor: Visitor): Promise<number> {
      const now = clock.now();
      const rows = subjectsOf(subject, visitor);
      const { perAddress, total, memory, trust = 0 } = rule;
      const own = perAddress ? secondsToWait(timeAhead(await buckets.lock(rows.address), perAddress.per, now), perAddress, now) : 0;
      if (own > 0) return own;
      const found = await buckets.find([rows.block, rows.known, rows.all]);
      const isSuspect = timeAhead(found.get(rows.block), memory, now) > now && timeAhead(found.get(rows.known), trust, now) <= now;
      return isSuspect ? secondsToWait(timeAhead(found.get(rows.all), total.per, now), total, now) : 0;
    },

    /** Counts a wrong attempt. Logs a warning when it uses up the limit of all networks. */
    async countWrong({ buckets }: BucketRepos, subject: string, visitor: Visitor): Promise<void> {
      const now = clock.now();
      const rows = subjectsOf(subject, visitor);
      if (rule.perAddress) {
        const fullAt = timeAhead(await buckets.lock(rows.address), rule.perAddress.per, now);
        await buckets.upsert(rows.address, isoTime(afterTaking(fullAt, rule.perAddress, now)));
      }
      await buckets.upsert(rows.block, isoTime(now + rule.memory));
      const fullAt = timeAhead(await buckets.lock(rows.all), rule.total.per, now);
      const nextFullAt = afterTaking(fullAt, rule.total, now);
      await buckets.upsert(rows.all, isoTime(nextFullAt));
      if (secondsToWait(fullAt, rule.total, now) === 0 && secondsToWait(nextFullAt, rule.total, now) > 0)
        alarm(visitor.requestId, rule.alarm, visitor.block);
    },

    async countCorrect({ buckets }: BucketRepos, subject: string, visitor: Visitor): Promise<void> {
      const rows = subjectsOf(subject, visitor);
      if (rule.perAddress) await buckets.deleteUntouched(rows.address);
      if (rule.trust !== undefined) await buckets.upsert(rows.known, isoTime(clock.now() + rule.trust));
    },

    /** Deletes the row that `wait` created, for an attempt that was not checked. */
    async release({ buckets }: BucketRepos, subject: string, visitor: Visitor): Promise<void> {
      if (rule.perAddress) await buckets.deleteUntouched(subjectsOf(subject, visitor).address);
    },
  };
}
