import type { FastifyRequest } from 'fastify';

const withoutWeakPrefix = (etag: string): string => etag.trim().replace(/^W\//, '');

/** True if the client already has this version: If-None-Match matches by weak comparison (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => withoutWeakPrefix(tag) === withoutWeakPrefix(etag));
}
