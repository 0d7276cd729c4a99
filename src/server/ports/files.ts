import type { EncodedImage } from './images.ts';

/** An object store for the bytes of photos (decision 55). An object never changes. All functions throw api.503 if the store fails. */
export interface Files {
  write(key: string, file: EncodedImage): Promise<void>;
  /** Undefined if there is no such object. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  close(): void;
}
