import { IMAGE_BYTES } from '#contract/limits.ts';
import { kindOf, shrinkSteps } from './photo-size.ts';

/** Keys of forms:photo that say why a file will not do. */
export type PhotoError = 'notImage' | 'document' | 'heic' | 'damaged' | 'notDrawn';

export interface Photo {
  image: Blob;
  name: string;
  /** Bytes before it was shrunk; undefined when it is sent as it was. */
  shrunkFrom: number | undefined;
  /** Of a drawing: the `key` of its `Drawing`. */
  drawnFor?: string;
}

const isDocument = (file: File): boolean => /^(?:application|text)\//.test(file.type);

/** A photo of any size made small enough to send, or what is wrong with the file. */
export async function preparePhoto(file: File): Promise<Photo | PhotoError> {
  const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  // Turned as the camera held it; also a proof that it can be shown.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) {
    if (kind === 'heic') return 'heic';
    if (kind) return 'damaged';
    return isDocument(file) ? 'document' : 'notImage';
  }
  try {
    if (kind && kind !== 'heic' && file.size <= IMAGE_BYTES) return { image: file, name: file.name, shrunkFrom: undefined };
    const image = await shrink(picture);
    return image ? { image, name: file.name, shrunkFrom: image.size < file.size ? file.size : undefined } : 'damaged';
  } finally {
    picture.close();
  }
}

async function shrink(picture: ImageBitmap): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return undefined;
  for (const { width, height, quality } of shrinkSteps(picture)) {
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      context.imageSmoothingQuality = 'high';
      // JPEG knows no transparency: what shows through becomes paper, not black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.drawImage(picture, 0, 0, width, height);
    }
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (image && image.size <= IMAGE_BYTES) return image;
  }
  return undefined;
}
