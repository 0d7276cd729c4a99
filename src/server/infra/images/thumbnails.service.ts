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
  const make = (image: EncodedImage, width: ThumbnailWidth): Promise<EncodedImage | undefined> =>
    images.scale(image.bytes, width).catch((error: unknown) => {
      onError(error);
      return undefined;
    });

  /** Best effort: without it the thumbnail is made again. The image may have been deleted in the meantime. */
  const keep = (id: string, width: ThumbnailWidth, thumbnail: EncodedImage): Promise<void> =>
    work
      .bestEffort((repo) => repo.insertThumbnail(id, width, thumbnail))
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) onError(error);
      });

  return {
    /** The image in that size, which is made and stored when it is first asked for; in full size when it cannot be made now. */
    async find(id: string, width?: ThumbnailWidth): Promise<FoundImage | undefined> {
      const known = width && (await work.repos.findThumbnail(id, width));
      if (known) return { ...known, width };
      const image = await work.repos.find(id);
      const thumbnail = image && width && (await make(image, width));
      if (!thumbnail) return image && { ...image, width: undefined };
      await keep(id, width, thumbnail);
      return { ...thumbnail, width };
    },
  };
}
