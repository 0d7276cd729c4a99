import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { MINUTE } from '#contract/time.ts';
import { AppError } from '../app-error.ts';
import type { AdminCaller, Caller } from '../caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The logged-in account, such as user:12 or admin:3; set after authentication. */
    account?: string;
  }
}

export const accountOf = (caller: Caller | AdminCaller): string =>
  'adminId' in caller ? `admin:${caller.adminId}` : `user:${caller.userId}`;

export interface WriteLimit {
  /** Throws api.429 with Retry-After (seconds) if the account of the request has used up its writes. */
  check(request: FastifyRequest): Promise<void>;
  /** As an onSend hook: counts a write that was tried, also if its input was rejected. */
  count: onSendAsyncHookHandler;
}

/** Writes per account and minute over all endpoints, per process; a `max` of 0 disables the limit. */
export function writeLimit(app: FastifyInstance, max: number): WriteLimit {
  if (max === 0) return { check: async () => undefined, count: async () => undefined };
  const limit = app.createRateLimit({ max, timeWindow: MINUTE, keyGenerator: ({ account = '' }) => account });
  return {
    async check(request) {
      if (request.account === undefined) return;
      const state = await limit(request, { increment: false });
      if (!state.isAllowed && state.remaining === 0) throw new AppError('api.429', { retryAfter: state.ttlInSeconds });
    },
    async count(request, { statusCode }) {
      if (request.account !== undefined && statusCode !== 429 && statusCode !== 503) await limit(request);
    },
  };
}
