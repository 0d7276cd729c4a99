import type { FastifyInstance } from 'fastify';

/**
 * Scripts and styles only from our own files; style attributes are allowed because the parts' library sets some. The default is not
 * 'none': Firefox below 132 applies it to the file of icons (bug 1773976). Everything else that falls back to it is refused by name.
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
/** No script may turn text into markup or code; not for the API's page, whose library does. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

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
  /** The public address is https. */
  isHttps: boolean;
  /** HSTS includes the subdomains; off by default, since they may belong to others. */
  hasHstsSubdomains?: boolean;
}

/** Headers of every answer; API answers are not kept by anyone. */
export function addHeaders(app: FastifyInstance, { isHttps, hasHstsSubdomains = false }: HeaderSettings): void {
  const hsts = hasHstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const common: Record<string, string> = isHttps ? { ...HEADERS, 'strict-transport-security': hsts } : HEADERS;
  const forApi: Record<string, string> = { ...common, 'content-security-policy': API_CSP, 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? forApi : common).header('x-request-id', request.id);
    done();
  });
}
