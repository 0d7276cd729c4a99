import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { sharpImages } from './images.ts';

/** One colour: many pixels in few bytes. */
const flat = (side: number, format: 'gif' | 'png'): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#0f6b6b' } })
    .toFormat(format, { palette: true })
    .toBuffer();

test.each(['gif', 'png'] as const)('a small %s file of very many pixels is refused', async (format) => {
  const bomb = await flat(4_100, format);
  expect(bomb.byteLength).toBeLessThan(IMAGE_BYTES);
  await expect(sharpImages().encode(bomb)).rejects.toMatchObject({ code: 'imageApi.422' });
});
