import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { aPicture } from '#tests/support/builders.ts';
import { aPng, compressedText, jpegOfScans, segment } from '#tests/support/hostile-images.ts';
import { imageFile, isTooLarge } from './image-file.ts';

const MAX_SCANS = 100;

describe('format', () => {
  test.each(['jpeg', 'png', 'gif'] as const)('is %s by the content', async (format) => {
    expect(imageFile(await aPicture(format))?.format).toBe(format);
  });

  test.each([
    '',
    '\xff\xd8',
    '\xff\xd8 \xff',
    '\x89PNG\r\n',
    'GIF88a',
    'GIF8',
    '<svg/>',
    '\x1f\x8b',
    'RIFF    WEBPVP8 ',
    'II*\0',
    ' GIF89a',
  ])('is none for %j', (start) => expect(imageFile(Buffer.from(start, 'latin1'))).toBeUndefined());
});

describe('scans of a JPEG', () => {
  const isAccepted = (file: Uint8Array): boolean => imageFile(file) !== undefined;

  test('are limited', async () => {
    expect((await sharp(jpegOfScans(3_000, { components: 4 })).metadata()).isProgressive, 'the library would read it').toBe(true);
    expect(isAccepted(jpegOfScans(MAX_SCANS - 1))).toBe(true);
    expect(isAccepted(jpegOfScans(MAX_SCANS))).toBe(false);
    expect(isAccepted(jpegOfScans(3_528, { components: 4 }))).toBe(false);
  });

  test('are counted in a truncated file, and after fill bytes, restart markers and markers without meaning', () => {
    const many = jpegOfScans(MAX_SCANS);
    expect(isAccepted(many.subarray(0, -3))).toBe(false);
    for (const bytes of [
      [0xff, 0xff],
      [0xff, 0xd0],
      [0xff, 0x01],
      [0xff, 0x00],
      [0xff, 0x02, 0xff],
      [0x00, 0x17],
    ])
      expect(isAccepted(jpegOfScans(MAX_SCANS, { before: Buffer.from(bytes) })), String(bytes)).toBe(false);
  });

  test('of previews and of images after the first one are not counted', () => {
    const preview = jpegOfScans(60, { side: 8 });
    const file = jpegOfScans(60, { before: segment(0xe1, preview) });
    expect(isAccepted(file)).toBe(true);
    expect(isAccepted(Buffer.concat([file, preview]))).toBe(true);
  });

  test('of another coding than browsers show, such as arithmetic coding, are rejected', () => {
    for (const frame of [0xc0, 0xc1, 0xc2]) expect(isAccepted(jpegOfScans(1, { frame }))).toBe(true);
    for (const frame of [0xc3, 0xc9, 0xca, 0xcb, 0xcf]) expect(isAccepted(jpegOfScans(1, { frame }))).toBe(false);
  });

  test.each([
    [[0xff, 0xd8, 0xff]],
    [[0xff, 0xd8, 0xff, 0xc2]],
    [[0xff, 0xd8, 0xff, 0xc2, 0, 0]],
    [[0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 4]],
    [[0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0, 0, 0xff, 0xda, 0, 2, 0xff, 0xda, 0, 2]],
    [[0xff, 0xd8, 0xff, 0xda, 0xff, 0xff]],
  ])('are found in a file that ends early: %j', (bytes) => expect(isAccepted(Uint8Array.from(bytes))).toBe(true));
});

test('leaves the texts of a PNG out, and keeps its picture', async () => {
  const file = imageFile(aPng(4, 3, [compressedText(), compressedText()]));
  expect(file?.bytes).toEqual(aPng(4, 3));
  const transparent = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#12345678' } })
    .png({ palette: true })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const kept = await sharp(imageFile(transparent)?.bytes).metadata();
  expect(kept).toMatchObject({ hasAlpha: true, orientation: 6, hasProfile: true });
  for (const length of [8, 20, 60]) expect(imageFile(transparent.subarray(0, length))?.format).toBe('png');
});

describe('size', () => {
  type Side = readonly [width: number, height: number];

  /** Whether an image like `small`, but of that size, is too large. */
  async function isLarge(small: Sharp, [width, height]: Side): Promise<boolean> {
    const file = imageFile(await small.toBuffer());
    if (!file) throw new Error('The file was rejected.');
    return isTooLarge(file, { ...(await sharp(file.bytes).metadata()), width, height });
  }
  const picture = (channels: 3 | 4 = 3) => sharp({ create: { width: 9, height: 9, channels, background: '#123456' } });
  const deep = (channels: 3 | 4) => picture(channels).toColourspace('rgb16').png();

  test('of 16 megapixels is allowed for images that are decoded row by row', async () => {
    for (const small of [picture().jpeg(), picture().png(), picture(4).png(), deep(3)])
      expect([await isLarge(small, [4000, 4000]), await isLarge(small, [4001, 4000])]).toEqual([false, true]);
  });

  test.each([
    ['an interlaced PNG', picture().png({ progressive: true }), [4000, 3000], [4000, 3001]],
    ['a PNG with wide rows', picture().png(), [8000, 2000], [8001, 1999]],
    ['a PNG with wide, transparent rows', picture(4).png(), [6000, 2000], [6001, 2000]],
    ['a PNG with 16 bits', deep(4), [3000, 5000], [3001, 5000]],
    ['a GIF', picture().gif(), [3000, 3000], [3001, 3000]],
    ['a tall PNG', picture().png(), [1, 16_000], [1, 16_001]],
    ['a wide JPEG', picture().jpeg(), [16_000, 1], [16_001, 1]],
  ] as const)('of %s is limited', async (_, small, fits, exceeds) => {
    expect([await isLarge(small, fits), await isLarge(small, exceeds)]).toEqual([false, true]);
  });

  test('of a JPEG of several scans is limited by its coefficients, of which reduced colours have fewer', async () => {
    const isLargeJpeg = async (file: Buffer): Promise<boolean> => {
      const checked = imageFile(file);
      return checked === undefined || isTooLarge(checked, await sharp(file).metadata());
    };
    expect(await isLargeJpeg(jpegOfScans(1, { side: 2_448, components: 3 }))).toBe(false);
    expect(await isLargeJpeg(jpegOfScans(1, { side: 2_456, components: 3 }))).toBe(true);
    expect(await isLargeJpeg(jpegOfScans(1, { side: 4_000 }))).toBe(false);
    const reduced = imageFile(await picture().resize(160, 80).jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer());
    expect(reduced?.coefficients).toBe(160 * 80 * 1.5 * 2);
    const single = imageFile(await picture().jpeg().toBuffer());
    expect(single?.coefficients).toBe(0);
  });
});
