import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Load } from './load.ts';
import { isKnown } from './validators.ts';

export type FindImage = (id: string) => Promise<{ mediaType: string; bytes: Uint8Array } | undefined>;

/** GET /api/images/{imageId}: no token, an unguessable id, and the same bytes for ever. */
export function addImages(app: FastifyInstance, find: FindImage, load: Load): void {
  app.get<{ Params: { imageId: string } }>(
    '/api/images/:imageId',
    { config: { endpoint: { failure: 'imageApi.500' } } },
    async (request, reply) => {
      const { imageId } = request.params;
      if (!/^[\w-]{22}$/.test(imageId)) throw new AppError('api.id');
      const image = await load.run(() => find(imageId));
      if (!image) throw new AppError('imageApi.404');
      const etag = `"${imageId}"`;
      reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
      if (isKnown(request, etag)) return reply.code(304).send();
      return reply.header('content-type', image.mediaType).send(Buffer.from(image.bytes));
    },
  );
}
