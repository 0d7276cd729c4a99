import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { MINUTE } from '#contract/time.ts';
import type { AppError } from '../app-error.ts';

/** Codes to log in addition to every 403 and 429: wrong passwords and invalid webhook signatures. */
const CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['api.loginUser.401', 'adminApi.401', 'cardApi.signature']);
/** Log lines per minute, error code and address; after them only the 100th, the 1,000th and so on are logged. */
const FULLY_LOGGED = 10;
/** Limits memory use during a flood from many addresses. */
const MAX_KEYS = 10_000;

/** True for rejected requests, including load shedding: a 503 without a cause was thrown by the server deliberately. */
export const isRejection = (error: AppError): boolean =>
  error.status === 403 || error.status === 429 || CODES.has(error.code) || (error.status === 503 && error.cause === undefined);

const isLogged = (count: number): boolean => count <= FULLY_LOGGED || Number.isInteger(Math.log10(count));

/**
 * Returns a function that logs rejected requests at `warn` with the request id, the client's address (IPv6: its /64) and the account
 * id; never with an email, a token or the input. Without the address if `hasAddress` is false.
 */
export function rejectionLog(hasAddress: boolean): (request: FastifyRequest, error: AppError) => void {
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
    request.log.warn({ requestId, route: routeOptions.url, status, code, ...(hasAddress && { address }), account, count }, 'refused');
  };
}
