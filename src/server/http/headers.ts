import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * Allows scripts and styles from the application's own files only; style attributes are allowed because the component library sets
 * some. `default-src` is not 'none', because Firefox before 132 applies it to the icon sprite (bug 1773976); the other directives that
 * fall back to it are listed explicitly.
 */
const CSP = [
  "default-src 'self'",
  "child-src 'none'",
  "frame-src 'none'",
  "media-src 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "script-src 'self'",
  "style-src-elem 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
/** Trusted Types: no script may turn strings into markup or code. Not for the API documentation, whose library does. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** Cache-Control of what never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export const PAGE_CSP = [...CSP, ...TRUSTED_TYPES].join('; ');
export const API_DOCS_CSP = CSP.join('; ').replace("style-src-elem 'self'", "style-src-elem 'self' 'unsafe-inline'");

const HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const HSTS = 'max-age=31536000';
const API_CSP = "default-src 'none'; frame-ancestors 'none'";

export interface HeaderSettings {
  /** True if the public address is https. */
  isHttps: boolean;
  /** Adds `includeSubDomains` to HSTS; off by default, because the subdomains may be run by others. */
  hasHstsSubdomains?: boolean;
}

/** Decided by the matched route: a path has many spellings (`/%61pi/…`, `http://host/api/…`). Without a route the answer is an error as of the API. */
const isApi = ({ routeOptions: { url = '/api' } }: FastifyRequest): boolean => /^\/api(\/|$)/.test(url);

/** RFC 9112, 3.2: must be rejected, because a proxy may have decided by the other one. Node keeps the first. */
function hasSeveralHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** Adds security headers to every response, and `no-store` to API responses. Rejects requests with several Host headers. */
export function addHeaders(app: FastifyInstance, { isHttps, hasHstsSubdomains = false }: HeaderSettings): void {
  const hsts = hasHstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const common: Record<string, string> = isHttps ? { ...HEADERS, 'strict-transport-security': hsts } : HEADERS;
  const forApi: Record<string, string> = { ...common, 'content-security-policy': API_CSP, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApi(request) ? forApi : common).header('x-request-id', request.id);
    done(hasSeveralHosts(request) ? new AppError('api.400') : undefined);
  });
}
