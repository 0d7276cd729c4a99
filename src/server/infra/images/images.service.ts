import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { ImagesRepo } from './images.repo.ts';

/** The repository that a service uses in its own transaction. */
export type ImageStore = ImagesRepo;

interface Deps {
  images: Images;
  tokens: Tokens;
  clock: Clock;
}

export const imagesService = ({ images, tokens, clock }: Deps) => ({
  /** Re-encodes an upload; too slow for a transaction. 422 if it is no valid picture, 502 if the library fails, 503 if too many wait. */
  encode: (upload: Uint8Array): Promise<EncodedImage> => images.encode(upload),

  /** Stores the image under a new random id and returns the id. */
  async create(store: ImageStore, image: EncodedImage): Promise<string> {
    const id = tokens.newId();
    await store.insert({ id, ...image, createdAt: isoTime(clock.now()) });
    return id;
  },
});

export type ImagesService = ReturnType<typeof imagesService>;
