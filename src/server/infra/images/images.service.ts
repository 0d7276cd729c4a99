import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { ImageRow, ImagesRepo, StorableImage } from './images.repo.ts';
import type { ObjectsService } from './objects.service.ts';

export type { StorableImage } from './images.repo.ts';

/** The repository that a service uses in its own transaction. */
export type ImageStore = ImagesRepo;

interface Deps {
  work: Work<ImagesRepo>;
  objects: ObjectsService;
  images: Images;
  tokens: Pick<Tokens, 'newId'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

export const imagesService = ({ work, objects, images, tokens, clock, onError }: Deps) => {
  async function bytesOf({ mediaType, bytes, object }: ImageRow): Promise<EncodedImage | undefined> {
    if (object === null) return { mediaType, bytes };
    const stored = await objects.read(object);
    return stored && { mediaType, bytes: stored };
  }

  return {
    /**
     * Re-encodes an upload, and writes it to the object store if there is one; too slow for a transaction. 422 if it is no valid picture,
     * 502 if the library fails, 503 if too many wait or the store does not answer.
     */
    prepare: async (upload: Uint8Array): Promise<StorableImage> => objects.write(await images.encode(upload)),

    /** Stores the prepared image under a new random id and returns the id. */
    async create(store: ImageStore, image: StorableImage): Promise<string> {
      await keepObject(store, image);
      const id = tokens.newId();
      await store.insert({ id, ...image, createdAt: isoTime(clock.now()) });
      return id;
    },

    /** Undefined for an unknown image; 503 if the object store does not answer. */
    async find(id: string): Promise<EncodedImage | undefined> {
      const row = await work.repos.find(id);
      const found = row && (await bytesOf(row));
      if (!row || found) return found;
      // The image was deleted or moved meanwhile, or its object is lost.
      const again = await work.repos.find(id);
      if (again?.object?.key !== row.object?.key) return again && bytesOf(again);
      onError(new Error(`The object store has no object ${row.object?.key}, which contains a photo.`));
      return undefined;
    },
  };
};

/** Makes the object of a prepared image permanent, in the transaction that stores the image; 503 if it is already being deleted. */
export async function keepObject(store: Pick<ImageStore, 'keepObject'>, { object }: StorableImage): Promise<void> {
  if (!object || (await store.keepObject(object.key))) return;
  throw new AppError('api.503', { cause: new Error('The transaction began so late after the upload that the object is being deleted.') });
}

export type ImagesService = ReturnType<typeof imagesService>;
