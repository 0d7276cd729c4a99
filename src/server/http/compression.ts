import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes. Smaller responses fit into one or two packets without compression. */
const MIN_LENGTH = 1_024;
const brotli = promisify(brotliCompress);
/** Output about as small as gzip at its highest level, but faster. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = { br: (text: string | Buffer) => brotli(text, BROTLI), gzip: promisify(gzip) };

/** The encoding that the client prefers; undefined if it accepts none of them. */
export const encodingOf = (request: FastifyRequest): Encoding | undefined =>
  negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]) ?? undefined;

/** Compresses in libuv's thread pool. */
export const compress = (text: string | Buffer, encoding: Encoding): Promise<Buffer> => COMPRESS[encoding](text);

/**
 * Compresses JSON responses. The BREACH attack does not apply: it needs a browser that sends authenticated requests on behalf of
 * another site, and the API reads its token from the Authorization header only, never from a cookie.
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
