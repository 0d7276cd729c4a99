import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { MINUTE } from '#contract/time.ts';
import type { AppError } from '../app-error.ts';

/** Logged in addition to every 403 and 429: wrong passwords and forged messages. */
const CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['api.loginUser.401', 'adminApi.401', 'cardApi.signature']);
/** Lines per minute, code and address; after them the 100th, the 1,000th … are logged. */
const FIRST = 10;
/** Bounds the memory of a flood from many addresses. */
const MAX_KEYS = 10_000;

/** Includes load shedding: a 503 without a cause is a decision of the server itself. */
export const isRefusal = (error: AppError): boolean =>
  error.status === 403 || error.status === 429 || CODES.has(error.code) || (error.status === 503 && error.cause === undefined);

const isLogged = (count: number): boolean => count <= FIRST || Number.isInteger(Math.log10(count));

/**
 * Logs refusals at `warn` with the request id, the client's address (IPv6: its /64) and the account's id; never an email, a token
 * or the input.
 */
export function refusalLog(): (request: FastifyRequest, error: AppError) => void {
  const counts = new Map<string, number>();
  let minute = 0;
  return (request, { code, status }) => {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute) counts.clear();
    minute = now;
    const address = request.ip ? normalizeIP(request.ip) : 'unknown';
    const key = `${code} ${address}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (count === 1 && counts.size >= MAX_KEYS) return;
    counts.set(key, count);
    if (!isLogged(count)) return;
    const { id: requestId, account, routeOptions } = request;
    request.log.warn({ requestId, route: routeOptions.url, status, code, address, account, count }, 'refused');
  };
}
