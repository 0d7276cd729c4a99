import type { FastifyRequest } from 'fastify';

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether the client has this version already: If-None-Match, compared weakly (RFC 9110, 13.1.2). */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((known) => withoutWeakness(known) === withoutWeakness(etag));
}
