import type { OutputInfo, Sharp as SharpInstance, default as sharpModule } from 'sharp';
import { IMAGE_BYTES, IMAGE_SIDE } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';

export interface EncodedImage {
  mediaType: string;
  bytes: Uint8Array;
}

export interface Images {
  /** Re-encodes an upload, which drops metadata. 422 if it is not a valid picture, 502 if the library fails, 503 if too many are waiting. */
  encode(upload: Uint8Array): Promise<EncodedImage>;
  /** A stored image, scaled down to cover a box of `width` pixels and three quarters of the height. Errors as for `encode`. */
  scale(image: Uint8Array, width: number): Promise<EncodedImage>;
}

type Sharp = typeof sharpModule;

const FORMATS = ['jpeg', 'png', 'gif'] as const;
type Format = (typeof FORMATS)[number];

/** A picture, upright and at most IMAGE_SIDE wide and high. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/** A 256 KB file can decode to hundreds of megapixels; decoding takes up to six bytes of memory per pixel. */
const MAX_PIXELS = 16_000_000;
const QUALITIES = [85, 70, 50];
const SMALLEST_QUALITY = 50;
/** Finding 256 colours in a picture of many takes 17 s of processor time at the library's default of 7, and 2 s at 1. */
const PALETTE_EFFORT = 1;
const PALETTE_QUALITY = 70;
/** A PNG with a palette takes at least this fraction of one without: one byte per pixel instead of three or four. */
const PALETTE_SAVES = 4;
/** Height of the covered box by its width. */
const THUMBNAIL_SHAPE = 3 / 4;
const THUMBNAIL_QUALITY = 75;
/** Seconds that one run of the library may take; the largest allowed picture takes about one. */
const TIMEOUT = 20;
/** Messages of libvips, libjpeg, libspng and sharp about the machine rather than the file. */
const LIBRARY_FAILURE = /out of memory|insufficient memory|unable to allocate|thread|timeout/i;

/** Loaded with the first picture, since the native library takes a tenth of the start. One thread per picture; the queue limits their number. */
async function load(): Promise<Sharp> {
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    // No operation is repeated; the cache took 25 MB.
    sharp.cache(false);
    return sharp;
  } catch (cause) {
    throw new AppError('imageApi.502', { cause });
  }
}

export const sharpImages = (queue: CpuQueue = cpuQueue()): Images => ({
  encode: (upload) => queue.run('image', () => encode(upload)),
  scale: (image, width) => queue.run('thumbnail', () => scale(image, width)),
});

async function encode(upload: Uint8Array): Promise<EncodedImage> {
  const sharp = await load();
  const format = await formatOf(sharp, upload);
  const pixels = await decode(sharp, upload);
  const bytes = await encodeAs(sharp, pixels, format);
  if (bytes) return { mediaType: `image/${format}`, bytes };
  return { mediaType: 'image/jpeg', bytes: await shrink(sharp, pixels) };
}

/** WebP takes a quarter less than JPEG here, and keeps transparency. Never enlarged. */
async function scale(image: Uint8Array, width: number): Promise<EncodedImage> {
  const sharp = await load();
  const bytes = await sharp(image, { limitInputPixels: MAX_PIXELS, animated: false })
    .timeout({ seconds: TIMEOUT })
    .resize({ width, height: Math.round(width * THUMBNAIL_SHAPE), fit: 'outside', withoutEnlargement: true })
    .webp({ quality: THUMBNAIL_QUALITY })
    .toBuffer()
    .catch((cause: unknown) => {
      throw failure(cause);
    });
  return { mediaType: 'image/webp', bytes };
}

/** 422 for errors of the file, 502 for errors of the library or the machine. */
function failure(cause: unknown): AppError {
  if (LIBRARY_FAILURE.test(String(cause))) return new AppError('imageApi.502', { cause });
  return new AppError('imageApi.422', { fields: [{ field: 'image', code: 'imageApi.422' }], cause });
}

/** Judged by content, never by name or declared type. */
async function formatOf(sharp: Sharp, upload: Uint8Array): Promise<Format> {
  let format: string;
  try {
    ({ format } = await sharp(upload, { limitInputPixels: MAX_PIXELS }).metadata());
  } catch (cause) {
    throw failure(cause);
  }
  const known = FORMATS.find((name) => name === format);
  if (!known) throw failure(`format ${format}`);
  return known;
}

const decode = (sharp: Sharp, upload: Uint8Array): Promise<Pixels> =>
  sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    .timeout({ seconds: TIMEOUT })
    .autoOrient()
    .resize({ width: IMAGE_SIDE, height: IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw failure(cause);
    });

/** A decoded picture can be encoded, so a failure here is not the file's fault. */
const written = (picture: SharpInstance): Promise<Buffer> =>
  picture
    .timeout({ seconds: TIMEOUT })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('imageApi.502', { cause });
    });

const read = (sharp: Sharp, { data, info: { width, height, channels } }: Pixels): SharpInstance =>
  sharp(data, { raw: { width, height, channels } });

/** Encodings of the same size in the format of the upload, best first; those that cannot fit or cost seconds are left out. */
async function encodeAs(sharp: Sharp, pixels: Pixels, format: Format): Promise<Buffer | undefined> {
  const picture = () => read(sharp, pixels);
  const fits = (bytes: Buffer): boolean => bytes.byteLength <= IMAGE_BYTES;
  if (format === 'jpeg') {
    for (const quality of QUALITIES) {
      const bytes = await written(picture().jpeg({ quality }));
      if (fits(bytes)) return bytes;
    }
    return undefined;
  }
  const bytes = await written(format === 'gif' ? picture().gif({ effort: PALETTE_EFFORT }) : picture().png());
  if (fits(bytes)) return bytes;
  if (format === 'gif' || bytes.byteLength > PALETTE_SAVES * IMAGE_BYTES) return undefined;
  const reduced = await written(picture().png({ palette: true, quality: PALETTE_QUALITY, effort: PALETTE_EFFORT }));
  return fits(reduced) ? reduced : undefined;
}

/** As JPEG, scaled down until it fits. The area is reduced by the excess, so two or three rounds are enough. */
async function shrink(sharp: Sharp, pixels: Pixels, longest = Math.max(pixels.info.width, pixels.info.height)): Promise<Buffer> {
  const picture = read(sharp, pixels).resize({ width: longest, height: longest, fit: 'inside' });
  const bytes = await written(picture.flatten({ background: 'white' }).jpeg({ quality: SMALLEST_QUALITY }));
  if (bytes.byteLength <= IMAGE_BYTES || longest === 1) return bytes;
  const fitting = longest * Math.min(0.95, Math.sqrt(IMAGE_BYTES / bytes.byteLength));
  return shrink(sharp, pixels, Math.max(1, Math.floor(fitting)));
}
