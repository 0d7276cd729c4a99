import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Smaller answers fit into one or two packets anyway. */
const MIN_LENGTH = 1_024;
const brotli = promisify(brotliCompress);
/** About the size of gzip at its best level, and faster. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = { br: (text: string | Buffer) => brotli(text, BROTLI), gzip: promisify(gzip) };

/** The encoding that the client prefers, or undefined for none. */
export const encodingOf = (request: FastifyRequest): Encoding | undefined =>
  negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]) ?? undefined;

/** Works on another thread. */
export const compress = (text: string | Buffer, encoding: Encoding): Promise<Buffer> => COMPRESS[encoding](text);

/**
 * Compresses JSON answers. BREACH does not apply: it needs a victim's browser to send authenticated requests for another site, and
 * the API takes its token from the Authorization header only, never from a cookie.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string' || payload.length < MIN_LENGTH) {
      done(null, payload);
      return;
    }
    reply.header('vary', 'accept-encoding');
    const encoding = encodingOf(request);
    if (!encoding) {
      done(null, payload);
      return;
    }
    compress(payload, encoding).then(
      (compressed) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, compressed);
      },
      (error: Error) => done(error),
    );
  });
}
