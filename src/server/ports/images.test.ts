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

test('few pictures are worked on at once, all get their turn, and too many are refused fast', async () => {
  const images = sharpImages();
  const picture = await flat(600, 'png');
  let most = 0;
  const count = (): void => {
    const { queue, process } = sharp.counters();
    most = Math.max(most, queue + process);
  };
  sharp.queue.on('change', count);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => images.encode(picture)));
  sharp.queue.off('change', count);
  // The library counts one that has ended a moment longer.
  expect(most).toBeLessThanOrEqual(4);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 8 }, () => 'api.503'));
  expect((await images.encode(picture)).mediaType).toBe('image/png');
});
