import { IMAGE_BYTES, IMAGE_PIXELS } from '#contract/limits.ts';
import { kindOf, shrinkSteps } from './photo-size.ts';

/** Reasons why a photo cannot be used; keys of the texts in forms:photo. */
export type PhotoError = 'notImage' | 'document' | 'heic' | 'damaged' | 'notPrepared' | 'notDrawn';

export interface Photo {
  image: Blob;
  name: string;
  /** Original size in bytes; undefined if the photo was not shrunk. */
  shrunkFrom: number | undefined;
  /** For a drawing: the `key` of its `Drawing`. */
  drawnFor?: string;
}

const isDocument = (file: File): boolean => /^(?:application|text)\//.test(file.type);

/** Shrinks a photo to at most IMAGE_BYTES if needed; returns a PhotoError if the file cannot be used. */
export async function preparePhoto(file: File): Promise<Photo | PhotoError> {
  const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  // Applies the EXIF orientation. Fails if the file is damaged, or too large for the browser; the error does not say which.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) {
    if (kind === 'heic') return 'heic';
    if (kind) return 'damaged';
    return isDocument(file) ? 'document' : 'notImage';
  }
  try {
    const isSmall = file.size <= IMAGE_BYTES && picture.width * picture.height <= IMAGE_PIXELS;
    if (kind && kind !== 'heic' && isSmall) return { image: file, name: file.name, shrunkFrom: undefined };
    const image = await shrink(picture);
    return image ? { image, name: file.name, shrunkFrom: image.size < file.size ? file.size : undefined } : 'notPrepared';
  } finally {
    picture.close();
  }
}

/** Undefined if the canvas fails, for example because memory is short. */
async function shrink(picture: ImageBitmap): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return undefined;
  for (const { width, height, quality } of shrinkSteps(picture)) {
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      context.imageSmoothingQuality = 'high';
      // JPEG has no transparency: fill the background white, not black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.drawImage(picture, 0, 0, width, height);
    }
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (image && image.size <= IMAGE_BYTES) return image;
  }
  return undefined;
}
