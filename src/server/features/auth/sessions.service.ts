import { SESSION_IDLE } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { SessionsRepo } from './sessions.repo.ts';

interface Deps {
  work: Work<SessionsRepo>;
  clock: Clock;
  tokens: Tokens;
}

/** The last use is written down at most this often (milliseconds): a read need not cost a write. */
const TOUCH_EVERY = 10 * 60_000;
const AGENT_MAX = 300;

export function sessionsService({ work, clock, tokens }: Deps) {
  return {
    /** Who a token belongs to; 401 for an unknown or expired one (30 days after its last use). */
    async authenticate(token: string): Promise<Caller> {
      const now = clock.now();
      const session = hashOf(token);
      const row = await work.read.find(session);
      if (!row || now - Date.parse(row.lastUsedAt) > SESSION_IDLE) throw new AppError('api.401');
      if (now - Date.parse(row.lastUsedAt) > TOUCH_EVERY) await work.read.updateLastUse(session, isoTime(now));
      const tariff = tariffInForce(row, now);
      return { userId: row.userId, session, tariff, limit: limitOf(tariff) };
    },

    /** A new session; the answer is its token, which is stored nowhere. */
    async create(userId: number, userAgent: string): Promise<string> {
      const token = tokens.newToken();
      await work.read.insert({ tokenHash: hashOf(token), userId, userAgent: userAgent.slice(0, AGENT_MAX), at: isoTime(clock.now()) });
      return token;
    },

    async remove(session: string): Promise<void> {
      await work.read.delete(session);
    },
  };
}

export type SessionsService = ReturnType<typeof sessionsService>;
