import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '#contract/time.ts';
import { AppError } from '../app-error.ts';
import type { AdminCaller, Caller } from '../caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, such as user:12 or admin:3; set after authentication. */
    account?: string;
  }
}

export const accountOf = (caller: Caller | AdminCaller): string =>
  'adminId' in caller ? `admin:${caller.adminId}` : `user:${caller.userId}`;

/**
 * Returns a counter of writes per account over all endpoints, per process. Throws api.429 with Retry-After (seconds) above `max` per
 * minute; a `max` of 0 disables it.
 */
export function writeCounter(app: FastifyInstance, max: number): (request: FastifyRequest) => Promise<void> {
  if (max === 0) return async () => undefined;
  const count = app.createRateLimit({ max, timeWindow: MINUTE, keyGenerator: ({ account = '' }) => account });
  return async (request) => {
    if (request.account === undefined) return;
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) throw new AppError('api.429', { retryAfter: limit.ttlInSeconds });
  };
}
