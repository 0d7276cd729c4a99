import { CODE_REQUESTS_PER_ADDRESS, CODE_REQUESTS_WINDOW, REGISTRATION_CODES_IN_ALL, RESET_CODES_IN_ALL } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type Rate, secondsToWait, takenFrom } from './rates.rules.ts';
import type { Alarm, RateRepos } from './valve.service.ts';

type Purpose = 'registration' | 'reset';

interface Deps {
  work: Work<RateRepos>;
  clock: Clock;
  alarm: Alarm;
}

export type CodeRequestsService = ReturnType<typeof codeRequestsService>;

const PER_ADDRESS: Rate = { burst: CODE_REQUESTS_PER_ADDRESS, per: CODE_REQUESTS_WINDOW };
const IN_ALL: Record<Purpose, Rate> = {
  registration: { burst: REGISTRATION_CODES_IN_ALL, per: CODE_REQUESTS_WINDOW },
  reset: { burst: RESET_CODES_IN_ALL, per: CODE_REQUESTS_WINDOW },
};
const timeOf = (moment: string): number => (moment ? Date.parse(moment) : 0);

/** Limits how many codes are asked for, whatever becomes of the request: asking for one tells whether an e-mail is registered. */
export const codeRequestsService = ({ work, clock, alarm }: Deps) => ({
  /**
   * Counts a request for a code. 429 with the time to wait when the network address asked too often (codes for both purposes
   * together), or when all of them did. To be called before anything expensive, in no transaction.
   */
  async count(purpose: Purpose, visitor: Visitor): Promise<void> {
    const now = clock.now();
    const [own, all] = [`codes|address|${visitor.address}`, `codes|${purpose}|all`];
    const isLast = await work.write(async ({ rates }) => {
      const ownBefore = timeOf(await rates.lock(own));
      const retryOwn = secondsToWait(ownBefore, PER_ADDRESS, now);
      if (retryOwn > 0) throw new AppError('api.sendCode.network', { retryAfter: retryOwn });
      const before = timeOf(await rates.lock(all));
      // Half of it is kept for networks that have not asked lately: one that asks all the time can't use up everything.
      const kept = ownBefore > now ? IN_ALL[purpose].per / 2 : 0;
      const retryAll = secondsToWait(Math.max(before, now) + kept, IN_ALL[purpose], now);
      if (retryAll > 0) throw new AppError('api.sendCode.busy', { retryAfter: retryAll });
      await rates.upsert(own, isoTime(takenFrom(ownBefore, PER_ADDRESS, now)));
      const after = takenFrom(before, IN_ALL[purpose], now);
      await rates.upsert(all, isoTime(after));
      return secondsToWait(after + kept, IN_ALL[purpose], now) > 0;
    });
    if (isLast) alarm(visitor.requestId, `The limit of ${purpose} codes of all networks is used up: requests are refused.`);
  },
});
