import type { FastifyInstance } from 'fastify';
import { THUMBNAIL_WIDTHS, type ThumbnailWidth } from '#contract/images.ts';
import { AppError } from '../app-error.ts';
import { IMMUTABLE } from './headers.ts';
import type { Load } from './load.ts';
import { isNotModified } from './validators.ts';

export interface ImageSource {
  exists(id: string): Promise<boolean>;
  /** Finds an image in the requested width, or in full size if that thumbnail is unavailable; `width` of the result is the actual one. */
  find(
    id: string,
    width: ThumbnailWidth | undefined,
  ): Promise<{ mediaType: string; bytes: Uint8Array; width: ThumbnailWidth | undefined } | undefined>;
}

interface ImageRoute {
  Params: { imageId: string };
  Querystring: { width?: unknown };
}

function readWidth(text: unknown): ThumbnailWidth | undefined {
  if (text === undefined) return undefined;
  const width = THUMBNAIL_WIDTHS.find((allowed) => String(allowed) === text);
  if (!width) throw new AppError('api.400');
  return width;
}

/** The same bytes, not a copy. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

const etagOf = (imageId: string, width: ThumbnailWidth | undefined): string => (width ? `"${imageId}-${width}"` : `"${imageId}"`);

/** GET /api/images/{imageId}?width=. Needs no token, because the id is unguessable. The bytes of an image never change. */
export function addImages(app: FastifyInstance, { exists, find }: ImageSource, load: Load): void {
  const options = { config: { endpoint: { unexpectedError: 'imageApi.500' } }, onRequest: load.enqueue } as const;
  app.get<ImageRoute>('/api/images/:imageId', options, async (request, reply) => {
    const { imageId } = request.params;
    if (!/^[\w-]{22}$/.test(imageId)) throw new AppError('api.id');
    const width = readWidth(request.query.width);
    // The client has these bytes: they are not read again.
    if (isNotModified(request, etagOf(imageId, width)) && (await load.run(() => exists(imageId)))) {
      return reply
        .headers({ etag: etagOf(imageId, width), 'cache-control': IMMUTABLE })
        .code(304)
        .send();
    }
    const image = await load.run(() => find(imageId, width));
    if (!image) throw new AppError('imageApi.404');
    const etag = etagOf(imageId, image.width);
    // A full-size image that replaces an unavailable thumbnail must be revalidated.
    reply.headers({ etag, 'cache-control': image.width === width ? IMMUTABLE : 'no-cache' });
    if (isNotModified(request, etag)) return reply.code(304).send();
    return reply.header('content-type', image.mediaType).send(viewOf(image.bytes));
  });
}
