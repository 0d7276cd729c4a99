import type { FastifyBaseLogger } from 'fastify';
import type { OnFinished } from './finished.ts';

/**
 * Writes a line for each request, whatever LOG_LEVEL is: with the pattern of the route instead of the path, which may contain ids, and
 * with the network address only if `hasAddress`.
 */
export function requestLog(log: FastifyBaseLogger, hasAddress: boolean): OnFinished {
  const lines = log.child({}, { level: 'info' });
  return ({ request, route, status, milliseconds }) => {
    const { method, id: requestId, account, ip } = request;
    const ms = Math.round(milliseconds * 10) / 10;
    lines.info({ method, route, status, ms, requestId, account, ...(hasAddress && { address: ip }) }, 'request');
  };
}
