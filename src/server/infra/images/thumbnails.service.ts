import type { ThumbnailWidth } from '#contract/images.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { ImagesRepo, StorableImage } from './images.repo.ts';
import { type ImagesService, keepObject } from './images.service.ts';
import type { ObjectsService } from './objects.service.ts';

interface Deps {
  work: Work<ImagesRepo>;
  objects: ObjectsService;
  find: ImagesService['find'];
  images: Pick<Images, 'scale'>;
  onError: (error: unknown) => void;
}

export interface FoundImage extends EncodedImage {
  /** Undefined for the image in full size. */
  width: ThumbnailWidth | undefined;
}

export function thumbnailsService({ work, objects, find, images, onError }: Deps) {
  const create = (image: EncodedImage, width: ThumbnailWidth): Promise<EncodedImage | undefined> =>
    images.scale(image.bytes, width).catch((error: unknown) => {
      onError(error);
      return undefined;
    });

  /** Best effort: a thumbnail that is not stored is created again. The image may have been deleted in the meantime. */
  async function store(id: string, width: ThumbnailWidth, thumbnail: EncodedImage): Promise<void> {
    try {
      await work.bestEffort(async () => {
        const prepared = await objects.write(thumbnail);
        await work.inTransaction((repos) => insert(repos, id, width, prepared));
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) onError(error);
    }
  }

  /** The stored thumbnail. One whose object is lost is deleted. */
  async function findStored(id: string, width: ThumbnailWidth): Promise<EncodedImage | undefined> {
    const row = await work.repos.findThumbnail(id, width);
    if (!row?.object) return row;
    const bytes = await objects.read(row.object);
    if (bytes) return { mediaType: row.mediaType, bytes };
    await work.repos.deleteThumbnail(id, width, row.object.key);
    return undefined;
  }

  return {
    exists: (id: string): Promise<boolean> => work.repos.exists(id),

    /**
     * Finds the image in that size, which is created and stored on the first request; in full size if it cannot be created now. 503 if
     * the object store does not answer.
     */
    async find(id: string, width?: ThumbnailWidth): Promise<FoundImage | undefined> {
      const stored = width && (await findStored(id, width));
      if (stored) return { mediaType: stored.mediaType, bytes: stored.bytes, width };
      const image = await find(id);
      const thumbnail = image && width && (await create(image, width));
      if (!thumbnail) return image && { ...image, width: undefined };
      await store(id, width, thumbnail);
      return { ...thumbnail, width };
    },
  };
}

/** The object of a thumbnail that another request has already stored is not kept. */
async function insert(repos: ImagesRepo, id: string, width: ThumbnailWidth, thumbnail: StorableImage): Promise<void> {
  if (await repos.insertThumbnail(id, width, thumbnail)) await keepObject(repos, thumbnail);
}
