import type sharpModule from 'sharp';
import { IMAGE_BYTES, IMAGE_SIDE } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

export interface EncodedImage {
  mediaType: string;
  bytes: Uint8Array;
}

export interface Images {
  /** Re-encodes an upload, which drops metadata and everything that is no picture. 422 when it is none, 502 when the library fails, 503 when too many wait. */
  encode(upload: Uint8Array): Promise<EncodedImage>;
}

const FORMATS = ['jpeg', 'png', 'gif'] as const;
/** More than a photo of 256 KB holds. A flat picture of many more fits into that too, and takes six bytes of memory a pixel. */
const MAX_PIXELS = 16_000_000;
const QUALITIES = [85, 70, 50];
/** Loaded with the first picture: the native library costs a tenth of the start. */
const load = async (): Promise<typeof sharpModule> => (await import('sharp')).default;

export const sharpImages = (queue: CpuQueue = cpuQueue()): Images => ({
  encode: (upload) => queue.run('image', () => encode(upload)),
});

async function encode(upload: Uint8Array): Promise<EncodedImage> {
  const sharp = await load().catch((cause: unknown) => {
    throw new AppError('imageApi.502', { cause });
  });
  const format = await formatOf(sharp, upload);
  for (const quality of QUALITIES) {
    const bytes = await render(sharp, upload, format, quality);
    if (bytes.byteLength <= IMAGE_BYTES) return { mediaType: `image/${format}`, bytes };
  }
  return { mediaType: 'image/jpeg', bytes: await render(sharp, upload, 'jpeg', 70) };
}

const unreadable = (cause?: unknown): AppError =>
  new AppError('imageApi.422', { fields: [{ field: 'image', code: 'imageApi.422' }], cause });

/** Judged by content, never by name or declared type. */
async function formatOf(sharp: typeof sharpModule, upload: Uint8Array): Promise<(typeof FORMATS)[number]> {
  const { format } = await sharp(upload, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  const known = FORMATS.find((name) => name === format);
  if (!known) throw unreadable();
  return known;
}

async function render(
  sharp: typeof sharpModule,
  upload: Uint8Array,
  format: (typeof FORMATS)[number],
  quality: number,
): Promise<Uint8Array> {
  const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    .autoOrient()
    .resize({ width: IMAGE_SIDE, height: IMAGE_SIDE, fit: 'inside', withoutEnlargement: true });
  const encoded =
    format === 'jpeg' ? picture.jpeg({ quality }) : format === 'png' ? picture.png({ quality, palette: quality < 85 }) : picture.gif();
  return encoded.toBuffer().catch((cause: unknown) => {
    throw unreadable(cause);
  });
}
