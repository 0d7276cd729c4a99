import { CODE_REQUESTS_PER_ADDRESS, CODE_REQUESTS_WINDOW, REGISTRATION_CODES_TOTAL, RESET_CODES_TOTAL } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Alarm, RateRepos } from './guess-limiter.service.ts';
import { type Rate, secondsToWait, takenFrom } from './rates.rules.ts';

type Purpose = 'registration' | 'reset';

interface Deps {
  work: Work<RateRepos>;
  clock: Clock;
  alarm: Alarm;
}

export type CodeRequestsService = ReturnType<typeof codeRequestsService>;

const PER_ADDRESS: Rate = { burst: CODE_REQUESTS_PER_ADDRESS, per: CODE_REQUESTS_WINDOW };
const IN_ALL: Record<Purpose, Rate> = {
  registration: { burst: REGISTRATION_CODES_TOTAL, per: CODE_REQUESTS_WINDOW },
  reset: { burst: RESET_CODES_TOTAL, per: CODE_REQUESTS_WINDOW },
};
const timeOf = (moment: string): number => (moment ? Date.parse(moment) : 0);

/** Limits requests for codes, whatever their result, because the response shows whether an email is registered (decision 28). */
export const codeRequestsService = ({ work, clock, alarm }: Deps) => ({
  /**
   * Counts a request for a code. 429 with Retry-After if the network address (both purposes together) or all networks together
   * have used up their limit. Call it before expensive work, outside a transaction.
   */
  async count(purpose: Purpose, visitor: Visitor): Promise<void> {
    const now = clock.now();
    const [own, all] = [`codes|address|${visitor.address}`, `codes|${purpose}|all`];
    const isLast = await work.inTransaction(async ({ rates }) => {
      const ownBefore = timeOf(await rates.lock(own));
      const retryOwn = secondsToWait(ownBefore, PER_ADDRESS, now);
      if (retryOwn > 0) throw new AppError('api.sendCode.network', { retryAfter: retryOwn });
      const before = timeOf(await rates.lock(all));
      // Half of the limit is reserved for networks without recent requests, so that one network cannot use up all of it.
      const reserved = ownBefore > now ? IN_ALL[purpose].per / 2 : 0;
      const retryAll = secondsToWait(Math.max(before, now) + reserved, IN_ALL[purpose], now);
      if (retryAll > 0) throw new AppError('api.sendCode.busy', { retryAfter: retryAll });
      await rates.upsert(own, isoTime(takenFrom(ownBefore, PER_ADDRESS, now)));
      const after = takenFrom(before, IN_ALL[purpose], now);
      await rates.upsert(all, isoTime(after));
      return secondsToWait(after + reserved, IN_ALL[purpose], now) > 0;
    });
    if (isLast) alarm(visitor.requestId, `The limit of ${purpose} codes for all networks is used up: further requests are refused.`);
  },
});
