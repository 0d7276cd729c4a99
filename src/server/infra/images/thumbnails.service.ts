import type { ThumbnailWidth } from '#contract/images.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import type { Work } from '../../db/work.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { ImagesRepo } from './images.repo.ts';

interface Deps {
  work: Work<ImagesRepo>;
  images: Images;
  onError: (error: unknown) => void;
}

export interface FoundImage extends EncodedImage {
  /** Undefined for the image in full size. */
  width: ThumbnailWidth | undefined;
}

export function thumbnailsService({ work, images, onError }: Deps) {
  const create = (image: EncodedImage, width: ThumbnailWidth): Promise<EncodedImage | undefined> =>
    images.scale(image.bytes, width).catch((error: unknown) => {
      onError(error);
      return undefined;
    });

  /** Best effort: a thumbnail that is not stored is created again. The image may have been deleted in the meantime. */
  const store = (id: string, width: ThumbnailWidth, thumbnail: EncodedImage): Promise<void> =>
    work
      .bestEffort((repo) => repo.insertThumbnail(id, width, thumbnail))
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) onError(error);
      });

  return {
    /** Finds the image in that size, which is created and stored on the first request; in full size if it cannot be created now. */
    async find(id: string, width?: ThumbnailWidth): Promise<FoundImage | undefined> {
      const stored = width && (await work.repos.findThumbnail(id, width));
      if (stored) return { ...stored, width };
      const image = await work.repos.find(id);
      const thumbnail = image && width && (await create(image, width));
      if (!thumbnail) return image && { ...image, width: undefined };
      await store(id, width, thumbnail);
      return { ...thumbnail, width };
    },
  };
}
