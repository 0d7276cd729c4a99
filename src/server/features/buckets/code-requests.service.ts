import type { ErrorCode } from '#contract/errors.ts';
import {
  CODE_REQUESTS_PER_ADDRESS,
  CODE_REQUESTS_PER_BLOCK,
  CODE_REQUESTS_WINDOW,
  REGISTRATION_CODES_TOTAL,
  RESET_CODES_TOTAL,
} from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime, timeAhead } from '../../ports/clock.ts';
import { afterTaking, type Bucket, secondsToWait } from './buckets.rules.ts';
import type { Alarm, BucketRepos } from './guess-limiter.service.ts';

type Purpose = 'registration' | 'reset';

interface Deps {
  work: Work<BucketRepos>;
  clock: Clock;
  alarm: Alarm;
}

export type CodeRequestsService = ReturnType<typeof codeRequestsService>;

const PER_ADDRESS: Bucket = { burst: CODE_REQUESTS_PER_ADDRESS, per: CODE_REQUESTS_WINDOW };
const PER_BLOCK: Bucket = { burst: CODE_REQUESTS_PER_BLOCK, per: CODE_REQUESTS_WINDOW };
const IN_ALL: Record<Purpose, Bucket> = {
  registration: { burst: REGISTRATION_CODES_TOTAL, per: CODE_REQUESTS_WINDOW },
  reset: { burst: RESET_CODES_TOTAL, per: CODE_REQUESTS_WINDOW },
};

/** Limits requests for codes, whatever their result, because the response shows whether an email is registered (decision 28). */
export const codeRequestsService = ({ work, clock, alarm }: Deps) => ({
  /**
   * Counts a request for a code. 429 with Retry-After if the network address or its block (both purposes together) or all networks together
   * have used up their limit. Call it before expensive work, outside a transaction.
   */
  async count(purpose: Purpose, { address, block, requestId }: Visitor): Promise<void> {
    const now = clock.now();
    const all = IN_ALL[purpose];
    const isLast = await work.inTransaction(async ({ buckets }) => {
      /** Takes one of the bucket of `subject`; returns when it was full again and when it will be now. */
      const take = async (
        subject: string,
        bucket: Bucket,
        code: ErrorCode,
        reserved = 0,
      ): Promise<{ fullAt: number; nextFullAt: number }> => {
        const fullAt = timeAhead(await buckets.lock(subject), CODE_REQUESTS_WINDOW, now);
        const retryAfter = secondsToWait(Math.max(fullAt, now) + reserved, bucket, now);
        if (retryAfter > 0) throw new AppError(code, { retryAfter });
        const nextFullAt = afterTaking(fullAt, bucket, now);
        await buckets.upsert(subject, isoTime(nextFullAt));
        return { fullAt, nextFullAt };
      };
      await take(`codes|address|${address}`, PER_ADDRESS, 'api.sendCode.network');
      const ofBlock = await take(`codes|block|${block}`, PER_BLOCK, 'api.sendCode.network');
      // Half of the limit is reserved for blocks without recent requests, so that a few networks cannot use up all of it.
      const reserved = ofBlock.fullAt > now ? all.per / 2 : 0;
      const { nextFullAt } = await take(`codes|${purpose}|all`, all, 'api.sendCode.busy', reserved);
      return secondsToWait(nextFullAt + reserved, all, now) > 0;
    });
    if (isLast) alarm(requestId, `The limit of ${purpose} codes for all networks is used up: further requests are rejected.`, block);
  },
});
