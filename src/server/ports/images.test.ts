import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { IMAGE_BYTES, IMAGE_SIDE } from '#contract/limits.ts';
import { gzippedSvg, jpegOfScans } from '#tests/support/hostile-images.ts';
import { webpMetadata } from '#tests/support/webp.ts';
import { sharpImages } from './images.ts';

const images = sharpImages();
afterEach(() => vi.restoreAllMocks());

/** A uniform grey image: many pixels in few bytes. */
const flat = (side: number) => sharp(Buffer.alloc(side * side, 120), { raw: { width: side, height: side, channels: 1 } });

/** Noise with a fixed seed, enlarged to `side`: about as detailed as foliage. */
async function detailed(side: number, detail: number, channels: 3 | 4 = 3) {
  const data = Buffer.alloc(detail * detail * channels);
  let state = 1;
  for (let index = 0; index < data.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = state >>> 24;
  }
  const noise = sharp(data, { raw: { width: detail, height: detail, channels } }).resize(side);
  return sharp(await noise.raw().toBuffer(), { raw: { width: side, height: side, channels } });
}

describe('size of stored images', () => {
  test.each(['gif', 'png'] as const)('rejects a small %s file with too many pixels', async (format) => {
    const picture = flat(4_100);
    const bomb = await (format === 'gif' ? picture.gif({ effort: 1, dither: 0, colours: 2 }) : picture.png()).toBuffer();
    expect(bomb.byteLength).toBeLessThan(IMAGE_BYTES);
    await expect(images.encode(bomb)).rejects.toMatchObject({ code: 'imageApi.422' });
  });

  test('lowers the quality of a photo that does not fit', async () => {
    const upload = await (await detailed(IMAGE_SIDE, 800)).jpeg({ quality: 6 }).toBuffer();
    expect((await sharp(upload).jpeg({ quality: 85 }).toBuffer()).byteLength).toBeGreaterThan(IMAGE_BYTES);
    const { bytes, mediaType } = await images.encode(upload);
    expect(mediaType).toBe('image/jpeg');
    expect(bytes.byteLength).toBeLessThanOrEqual(IMAGE_BYTES);
    expect((await sharp(bytes).metadata()).width).toBe(IMAGE_SIDE);
  });

  test('scales down a photo that fits in no quality, no further than necessary', async () => {
    const upload = await (await detailed(IMAGE_SIDE, 800)).jpeg({ quality: 10 }).toBuffer();
    expect(upload.byteLength).toBeLessThan(IMAGE_BYTES);
    expect((await sharp(upload).jpeg({ quality: 50 }).toBuffer()).byteLength).toBeGreaterThan(IMAGE_BYTES);
    const { bytes } = await images.encode(upload);
    expect(bytes.byteLength).toBeLessThanOrEqual(IMAGE_BYTES);
    expect(bytes.byteLength).toBeGreaterThan(IMAGE_BYTES / 2);
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(IMAGE_SIDE / 2);
  });

  test.each(['png', 'gif'] as const)('converts a %s of pure noise to a JPEG that fits', async (format) => {
    const { bytes, mediaType } = await images.encode(
      await (await detailed(640, 640)).toFormat(format, format === 'gif' ? { effort: 1 } : {}).toBuffer(),
    );
    expect(mediaType).toBe('image/jpeg');
    expect(bytes.byteLength).toBeLessThanOrEqual(IMAGE_BYTES);
  });

  test('gives a transparent image a white background when converting it to JPEG', async () => {
    const noise = await (await detailed(640, 640, 4)).raw().toBuffer();
    noise.fill(0, 0, 640 * 200 * 4);
    const upload = await sharp(noise, { raw: { width: 640, height: 640, channels: 4 } })
      .png()
      .toBuffer();
    const { bytes, mediaType } = await images.encode(upload);
    expect(mediaType).toBe('image/jpeg');
    const ground = await sharp(bytes).extract({ left: 50, top: 10, width: 50, height: 20 }).raw().toBuffer();
    expect(Math.min(...ground)).toBeGreaterThan(240);
  });
});

describe('thumbnails', () => {
  const scaled = async (width: number, height: number) => {
    const picture = { create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0 } } } as const;
    const { bytes, mediaType } = await images.scale(await sharp(picture).png().toBuffer(), 192);
    expect(mediaType).toBe('image/webp');
    return webpMetadata(bytes);
  };

  test.each([
    ['with a ratio of 4:3', [1600, 1200], [192, 144]],
    ['in portrait format', [1200, 1600], [192, 256]],
    ['in landscape format', [1600, 400], [576, 144]],
    ['with a height below that of the box', [1600, 10], [1600, 10]],
    ['smaller than its thumbnail', [60, 40], [60, 40]],
  ] as const)('scales an image %s to the box without cropping or enlarging it', async (_, [width, height], [thumbWidth, thumbHeight]) => {
    expect(await scaled(width, height)).toMatchObject({ width: thumbWidth, height: thumbHeight, hasAlpha: true });
  });

  test('queues thumbnails in a separate lane, so that they do not delay uploads', async () => {
    const lanes: string[] = [];
    const queued = sharpImages({
      run: (lane, job) => {
        lanes.push(lane);
        return job();
      },
    });
    const { bytes } = await queued.encode(await flat(32).jpeg().toBuffer());
    await queued.scale(bytes, 192);
    expect(lanes).toEqual(['image', 'thumbnail']);
  });

  test('keeps the thumbnail of a detailed photo under 32 KB', async () => {
    const { bytes: photo } = await images.encode(await (await detailed(IMAGE_SIDE, 800)).jpeg({ quality: 6 }).toBuffer());
    expect((await images.scale(photo, 192)).bytes.byteLength).toBeLessThan(32 * 1024);
  });
});

describe('orientation', () => {
  const COLORS = { R: [255, 0, 0], G: [0, 255, 0], B: [0, 0, 255], Y: [255, 255, 0] } as const;
  type Corner = keyof typeof COLORS;
  const WIDTH = 96;
  const HEIGHT = 64;

  /** Quadrants, clockwise from the upper left: red, green, blue, yellow. */
  function quadrants(): Buffer {
    const rows = Array.from({ length: HEIGHT }, (_, y) =>
      Array.from({ length: WIDTH }, (_, x) => COLORS[y < HEIGHT / 2 ? (x < WIDTH / 2 ? 'R' : 'G') : x < WIDTH / 2 ? 'Y' : 'B']).flat(),
    );
    return Buffer.from(rows.flat());
  }

  async function corners(bytes: Uint8Array): Promise<string> {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [near, right, bottom] = [8, info.width - 8, info.height - 8];
    const at = (x: number, y: number): string => {
      const pixel = data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
      const isNear = (name: Corner) => COLORS[name].every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 40);
      return (Object.keys(COLORS) as Corner[]).find(isNear) ?? '?';
    };
    return at(near, near) + at(right, near) + at(right, bottom) + at(near, bottom);
  }

  test.each([
    [1, 'RGBY'],
    [2, 'GRYB'],
    [3, 'BYRG'],
    [4, 'YBGR'],
    [5, 'RYBG'],
    [6, 'YRGB'],
    [7, 'BGRY'],
    [8, 'GBYR'],
  ] as const)('stores a photo with EXIF orientation %i upright and without EXIF', async (orientation, upright) => {
    const upload = await sharp(quadrants(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer();
    const { bytes } = await images.encode(upload);
    const { width, height, exif, orientation: storedOrientation } = await sharp(bytes).metadata();
    expect(await corners(bytes)).toBe(upright);
    expect([width, height]).toEqual(orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]);
    expect([exif, storedOrientation]).toEqual([undefined, undefined]);
  });
});

const prototype = () => Object.getPrototypeOf(sharp(Buffer.alloc(1)));

describe('what must not reach the library', () => {
  const invalid = { code: 'imageApi.422', fields: [{ field: 'image', code: 'imageApi.422' }] };

  test('is rejected before it is queued and read: other formats, and a JPEG of 3,528 scans', async () => {
    const calls = ['metadata', 'toBuffer'].map((method) => vi.spyOn(prototype(), method));
    const queued = sharpImages({ run: () => Promise.reject(new Error('was queued')) });
    for (const upload of [gzippedSvg(), Buffer.from('<svg/>'), Buffer.from('%PDF-1.7'), jpegOfScans(3_528, { components: 4 })])
      await expect(queued.encode(upload)).rejects.toMatchObject(invalid);
    for (const call of calls) expect(call).not.toHaveBeenCalled();
  });

  test('would not be decoded there either', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const tiff = await flat(9).tiff().toBuffer();
    // Not WebP, which other tests of this file decode.
    for (const image of [svg, gzippedSvg(), tiff]) await expect(images.print(image, 9)).rejects.toMatchObject(invalid);
  });

  test('is a progressive JPEG that takes too much memory, but not one within the limits', async () => {
    await expect(images.encode(jpegOfScans(1, { side: 4_000, components: 4 }))).rejects.toMatchObject(invalid);
    expect((await images.encode(jpegOfScans(90, { side: 160, components: 3 }))).mediaType).toBe('image/jpeg');
  });
});

describe('failures', () => {
  const photo = () => flat(32).jpeg().toBuffer();

  test('rejects a file that is not an image, has another format or is truncated with 422', async () => {
    const whole = await (await detailed(200, 200)).jpeg().toBuffer();
    const uploads = [Buffer.from('letter'), Buffer.alloc(0), await flat(8).webp().toBuffer(), whole.subarray(0, whole.length / 2)];
    for (const upload of uploads)
      await expect(images.encode(upload)).rejects.toMatchObject({
        code: 'imageApi.422',
        fields: [{ field: 'image', code: 'imageApi.422' }],
      });
  });

  test.each([
    ['metadata', 'VipsJpeg: out of memory --- size == 48MB'],
    ['toBuffer', 'vips_thread_new: unable to create thread'],
    ['toBuffer', 'Insufficient memory (case 4)'],
    ['toBuffer', 'Could not allocate enough memory for raw output'],
    ['toBuffer', 'Memory allocation error'],
    ['toBuffer', 'timeout: 38% complete'],
  ] as const)('throws 502 if %s fails with "%s", and stores the next image', async (method, message) => {
    const upload = await photo();
    vi.spyOn(prototype(), method).mockRejectedValueOnce(new Error(message));
    await expect(images.encode(upload)).rejects.toMatchObject({ code: 'imageApi.502', fields: [] });
    expect((await images.encode(upload)).mediaType).toBe('image/jpeg');
  });

  test('throws 502 for every error after decoding', async () => {
    const upload = await photo();
    const original = prototype().toBuffer;
    vi.spyOn(prototype(), 'toBuffer').mockImplementationOnce(original).mockRejectedValueOnce(new Error('VipsJpeg: write error'));
    await expect(images.encode(upload)).rejects.toMatchObject({ code: 'imageApi.502' });
  });

  test('sets a timeout for each run of the library', async () => {
    const upload = await photo();
    const timeout = vi.spyOn(prototype(), 'timeout');
    const toBuffer = vi.spyOn(prototype(), 'toBuffer');
    await images.encode(upload);
    expect(timeout.mock.calls.length).toBe(toBuffer.mock.calls.length);
    for (const [limit] of timeout.mock.calls) expect(limit).toEqual({ seconds: expect.any(Number) });
  });
});

test('converts an image for print to a JPEG on white that fits the size, and does not enlarge it', async () => {
  const transparent = { create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  const { bytes, mediaType } = await images.print(await sharp(transparent).png().toBuffer(), 150);
  expect(mediaType).toBe('image/jpeg');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 150, height: 100 });
  expect((await sharp(bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  const small = await images.print(await flat(40).png().toBuffer(), 150);
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 40, height: 40 });
  await expect(images.print(Buffer.from('no image'), 150)).rejects.toMatchObject({ code: 'imageApi.422' });
});
