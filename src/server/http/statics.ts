import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { encodingOf } from './compression.ts';
import { IMMUTABLE } from './headers.ts';
import type { Load } from './load.ts';

/** Finds a built file of any release in use. */
export type FindAsset = (name: string, acceptsBrotli: boolean) => Promise<{ bytes: Uint8Array; encoding: 'br' | null } | undefined>;

interface Settings {
  /** The built files of this release. */
  folder: string;
  find: FindAsset;
  load: Load;
}

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built browser files. Their names contain a hash, so they are cached forever; they are compressed at build time. Files of
 * other releases come from the database.
 */
export async function addStatics(app: FastifyInstance, { folder, find, load }: Settings): Promise<void> {
  const sendOfOtherRelease = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': name = '' } = request.params as { '*'?: string };
    const mediaType = MEDIA_TYPES[extname(name)];
    // A proxy that kept the answer would go on giving it after the other release has stored the file.
    reply.header('cache-control', 'no-store');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !mediaType || !/^[\w.-]{1,200}$/.test(name)) throw new AppError('api.404');
    const file = await load.run(() => find(name, encodingOf(request) === 'br'));
    if (!file) throw new AppError('api.404');
    reply.headers({ 'content-type': mediaType, 'cache-control': IMMUTABLE, vary: 'accept-encoding' });
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.send(Buffer.from(file.bytes));
  };
  await app.register(
    async (assets) => {
      assets.setNotFoundHandler(sendOfOtherRelease);
      await assets.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        // The files are small: a part of one is never asked for.
        acceptRanges: false,
        immutable: true,
        maxAge: '365d',
        index: false,
        decorateReply: false,
        dotfiles: 'ignore',
      });
    },
    { prefix: '/assets' },
  );
}
