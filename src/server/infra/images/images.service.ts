import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { ImagesRepo } from './images.repo.ts';

/** What a service that owns images keeps in its transaction. */
export type ImageStore = ImagesRepo;

interface Deps {
  images: Images;
  tokens: Tokens;
  clock: Clock;
}

export const imagesService = ({ images, tokens, clock }: Deps) => ({
  /** Outside of transactions, since it takes long: 422 for what is no picture, 502 when the library fails. */
  encode: (upload: Uint8Array): Promise<EncodedImage> => images.encode(upload),

  /** Keeps it under a new, unguessable id. */
  async create(store: ImageStore, image: EncodedImage): Promise<string> {
    const id = tokens.newId();
    await store.insert({ id, ...image, createdAt: isoTime(clock.now()) });
    return id;
  },
});

export type ImagesService = ReturnType<typeof imagesService>;
