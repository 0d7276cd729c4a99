import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { AppError } from '../app-error.ts';
import { limitedLines } from './limited-lines.ts';

/** What may be an attack: wrong or too many passwords and codes, missing rights, forged messages. Other 403 and 429 are rules of the product. */
const CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['api.loginUser.401', 'api.loginUser.403', 'api.loginUser.locked', 'adminApi.401', 'adminApi.403', 'adminApi.code'] as const),
  ...(['api.code.locked', 'api.code.429', 'api.validateCode.403', 'api.registration.403'] as const),
  ...(['api.sendCode.429', 'api.sendCode.network', 'api.sendCode.busy', 'api.429', 'api.429.hour', 'api.busy'] as const),
  ...(['api.403', 'adminApi.role', 'cardApi.signature'] as const),
]);
/** Lines per minute, error code and address that are all written. */
const FULLY_LOGGED = 10;

/** True for requests that are logged and counted, including load shedding: a 503 without a cause was thrown by the server deliberately. */
export const isRejection = (error: AppError): boolean => CODES.has(error.code) || (error.status === 503 && error.cause === undefined);

/**
 * Returns a function that logs rejected requests at `warn` with the request id, the client's address (IPv6: its /64) and the account
 * id; never with an email, a token or the input. Without the address if `hasAddress` is false.
 */
export function rejectionLog(hasAddress: boolean): (request: FastifyRequest, error: AppError) => void {
  const counted = limitedLines(FULLY_LOGGED);
  return (request, { code, status }) => {
    const address = request.ip ? normalizeIP(request.ip) : 'unknown';
    const count = counted(`${code} ${address}`);
    if (count === undefined) return;
    const { id: requestId, account, routeOptions } = request;
    request.log.warn({ requestId, route: routeOptions.url, status, code, ...(hasAddress && { address }), account, count }, 'rejected');
  };
}
