import { HOUR } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { EncodedImage } from '../../ports/images.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { StorableImage, StoredObject } from './images.repo.ts';
import type { ObjectsRepo } from './objects.repo.ts';

interface Deps {
  work: Work<ObjectsRepo>;
  /** If undefined, new photos are stored in the database. */
  files: Files | undefined;
  tokens: Pick<Tokens, 'newId'>;
  clock: Clock;
}

/** Milliseconds after which a written object that no row refers to is deleted: the transaction after the upload takes seconds at most. */
const UNUSED_TTL = HOUR;

/** The objects of the store that contain the bytes of images. */
export const objectsService = ({ work, files, tokens, clock }: Deps) => ({
  /**
   * Writes the bytes to the store under a new key, if there is a store; too slow for a transaction. The object is deleted after an hour
   * unless a transaction calls `keepObject`. 503 if the store does not answer.
   */
  async write(image: EncodedImage): Promise<StorableImage> {
    if (!files) return image;
    const key = tokens.newId();
    await work.repos.insert(key, isoTime(clock.now() + UNUSED_TTL));
    await files.write(key, image);
    return { ...image, object: { key, size: image.bytes.byteLength } };
  },

  /**
   * Undefined if the store has no such object; 503 if it does not answer, or with something of another size, or if the settings name no
   * store.
   */
  async read({ key, size }: StoredObject): Promise<Uint8Array | undefined> {
    if (!files) throw new AppError('api.503', { cause: new Error('A photo is in an object store, but FILES_URL is not set.') });
    const bytes = await files.read(key);
    if (bytes && bytes.byteLength !== size)
      throw new AppError('api.503', {
        cause: new Error(`The object store answered ${bytes.byteLength} bytes for ${key} instead of ${size}.`),
      });
    return bytes;
  },
});

export type ObjectsService = ReturnType<typeof objectsService>;
