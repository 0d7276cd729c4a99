import type { OutputInfo, Sharp as SharpInstance, default as sharpModule } from 'sharp';
import { IMAGE_BYTES, IMAGE_PIXELS, IMAGE_SIDE } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { type CpuQueue, cpuQueue } from './cpu-queue.ts';
import { type Format, type ImageFile, imageFile, isTooLarge } from './image-file.ts';

export interface EncodedImage {
  mediaType: string;
  bytes: Uint8Array;
}

export interface Images {
  /** Re-encodes an upload without metadata. Throws 422 for an invalid image, 502 if the library fails, 503 if too many are waiting. */
  encode(upload: Uint8Array): Promise<EncodedImage>;
  /** Scales a stored image down to cover a box of `width` pixels with a height of three quarters of it. Throws as `encode` does. */
  scale(image: Uint8Array, width: number): Promise<EncodedImage>;
  /** Converts a stored image for print: a JPEG on white, scaled down to `side` pixels at most. Throws as `encode` does. */
  print(image: Uint8Array, side: number): Promise<EncodedImage>;
}

type Sharp = typeof sharpModule;

/** A decoded image: upright, at most IMAGE_SIDE wide and high. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const QUALITIES = [85, 70, 50];
const SMALLEST_QUALITY = 50;
/** Reducing an image to 256 colours takes 17 s of CPU time at the default effort of 7, and 2 s at 1. */
const PALETTE_EFFORT = 1;
const PALETTE_QUALITY = 70;
/** A palette makes a PNG at most this many times smaller: one byte per pixel instead of three or four. */
const PALETTE_SAVES = 4;
/** Ratio of height to width of the box that a thumbnail covers. */
const THUMBNAIL_RATIO = 3 / 4;
const THUMBNAIL_QUALITY = 75;
const PRINT_QUALITY = 80;
/** Seconds for one run of the library; the largest allowed image takes about one second. */
const TIMEOUT = 20;
/** Messages of libvips, libjpeg, libpng and sharp about errors of the machine, not of the file. */
const LIBRARY_FAILURE = /memory|allocat|thread|timeout/i;

/** The library has many more decoders, for example of SVG, which takes a gigabyte for a few kilobytes. */
const DECODERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'];
let loaded: Promise<Sharp> | undefined;

/** Loads sharp on first use, because it takes a tenth of the startup time. One thread per image; the queue limits concurrency. */
function load(): Promise<Sharp> {
  // Once: while the decoders are being switched off and on again, an image in progress would fail.
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    // No operation is repeated, so the cache would only take 25 MB.
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODERS });
    return sharp;
  });
  return loaded.catch((cause: unknown) => {
    throw new AppError('imageApi.502', { cause });
  });
}

export const sharpImages = (queue: CpuQueue = cpuQueue()): Images => ({
  encode: async (upload) => {
    const file = imageFile(upload);
    if (!file) throw invalid(new Error('no JPEG, PNG or GIF, or too many scans'));
    return queue.run('image', () => encode(file));
  },
  scale: (image, width) => queue.run('thumbnail', () => scale(image, width)),
  print: (image, side) => queue.run('report', () => print(image, side)),
});

async function encode(file: ImageFile): Promise<EncodedImage> {
  const sharp = await load();
  await checkSize(sharp, file);
  const { format } = file;
  const pixels = await decode(sharp, file.bytes);
  const bytes = await encodeAs(sharp, pixels, format);
  if (bytes) return { mediaType: `image/${format}`, bytes };
  return { mediaType: 'image/jpeg', bytes: await shrink(sharp, pixels) };
}

/** Uses WebP, which takes a quarter less than JPEG here and supports transparency. Never enlarges. */
async function scale(image: Uint8Array, width: number): Promise<EncodedImage> {
  const sharp = await load();
  const bytes = await sharp(image, { limitInputPixels: IMAGE_PIXELS, animated: false })
    .timeout({ seconds: TIMEOUT })
    .resize({ width, height: Math.round(width * THUMBNAIL_RATIO), fit: 'outside', withoutEnlargement: true })
    .webp({ quality: THUMBNAIL_QUALITY })
    .toBuffer()
    .catch((cause: unknown) => {
      throw failure(cause);
    });
  return { mediaType: 'image/webp', bytes };
}

async function print(image: Uint8Array, side: number): Promise<EncodedImage> {
  const sharp = await load();
  const bytes = await sharp(image, { limitInputPixels: IMAGE_PIXELS, animated: false })
    .timeout({ seconds: TIMEOUT })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: PRINT_QUALITY })
    .toBuffer()
    .catch((cause: unknown) => {
      throw failure(cause);
    });
  return { mediaType: 'image/jpeg', bytes };
}

const invalid = (cause: unknown): AppError => new AppError('imageApi.422', { fields: [{ field: 'image', code: 'imageApi.422' }], cause });

/** Returns 422 for errors of the file, 502 for errors of the library or the machine. */
const failure = (cause: unknown): AppError =>
  LIBRARY_FAILURE.test(String(cause)) ? new AppError('imageApi.502', { cause }) : invalid(cause);

async function checkSize(sharp: Sharp, file: ImageFile): Promise<void> {
  const metadata = await sharp(file.bytes, { limitInputPixels: IMAGE_PIXELS })
    .metadata()
    .catch((cause: unknown) => {
      throw failure(cause);
    });
  if (isTooLarge(file, metadata)) throw invalid(new Error(`${metadata.width} × ${metadata.height} pixels of ${file.format} are too many`));
}

const decode = (sharp: Sharp, upload: Uint8Array): Promise<Pixels> =>
  sharp(upload, { limitInputPixels: IMAGE_PIXELS, failOn: 'error', animated: false })
    .timeout({ seconds: TIMEOUT })
    .autoOrient()
    .resize({ width: IMAGE_SIDE, height: IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw failure(cause);
    });

/** Encodes a decoded image. Throws 502, because an error at this point is not caused by the file. */
const toBytes = (picture: SharpInstance): Promise<Buffer> =>
  picture
    .timeout({ seconds: TIMEOUT })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('imageApi.502', { cause });
    });

const fromPixels = (sharp: Sharp, { data, info: { width, height, channels } }: Pixels): SharpInstance =>
  sharp(data, { raw: { width, height, channels } });

/** Encodes in the original format and size, best quality first; undefined if none fits. Skips attempts that cannot fit or are slow. */
async function encodeAs(sharp: Sharp, pixels: Pixels, format: Format): Promise<Buffer | undefined> {
  const picture = () => fromPixels(sharp, pixels);
  const fits = (bytes: Buffer): boolean => bytes.byteLength <= IMAGE_BYTES;
  if (format === 'jpeg') {
    for (const quality of QUALITIES) {
      const bytes = await toBytes(picture().jpeg({ quality }));
      if (fits(bytes)) return bytes;
    }
    return undefined;
  }
  const bytes = await toBytes(format === 'gif' ? picture().gif({ effort: PALETTE_EFFORT }) : picture().png());
  if (fits(bytes)) return bytes;
  if (format === 'gif' || bytes.byteLength > PALETTE_SAVES * IMAGE_BYTES) return undefined;
  const reduced = await toBytes(picture().png({ palette: true, quality: PALETTE_QUALITY, effort: PALETTE_EFFORT }));
  return fits(reduced) ? reduced : undefined;
}

/** Encodes as JPEG, scaled down until it fits. Reduces the area in proportion to the excess, so two or three rounds suffice. */
async function shrink(sharp: Sharp, pixels: Pixels, longest = Math.max(pixels.info.width, pixels.info.height)): Promise<Buffer> {
  const picture = fromPixels(sharp, pixels).resize({ width: longest, height: longest, fit: 'inside' });
  const bytes = await toBytes(picture.flatten({ background: 'white' }).jpeg({ quality: SMALLEST_QUALITY }));
  if (bytes.byteLength <= IMAGE_BYTES || longest === 1) return bytes;
  const fitting = longest * Math.min(0.95, Math.sqrt(IMAGE_BYTES / bytes.byteLength));
  return shrink(sharp, pixels, Math.max(1, Math.floor(fitting)));
}
