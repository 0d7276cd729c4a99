import { expect, test } from 'vitest';
import { fitInside, kindOf, shrinkSteps } from './photo-size.ts';

test('a picture keeps its aspect ratio and is never enlarged', () => {
  expect(fitInside({ width: 8000, height: 6000 }, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitInside({ width: 3024, height: 4032 }, 1600)).toEqual({ width: 1200, height: 1600 });
  expect(fitInside({ width: 640, height: 480 }, 1600)).toEqual({ width: 640, height: 480 });
  expect(fitInside({ width: 20_000, height: 3 }, 1600)).toEqual({ width: 1600, height: 1 });
});

test('shrink steps get smaller and end', () => {
  const steps = [...shrinkSteps({ width: 8000, height: 6000 })];
  expect(steps[0]).toEqual({ width: 1600, height: 1200, quality: 0.86 });
  expect(steps.every((step, index) => index === 0 || step.width * step.quality <= (steps[index - 1]?.width ?? 0) * 0.86)).toBe(true);
  expect(steps.length).toBeLessThan(30);
  expect(steps.at(-1)?.width).toBeLessThan(320);
});

test('the type of a file is detected from its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(kindOf(bytes('\xff\xd8\xff\xe0....JFIF'))).toBe('jpeg');
  expect(kindOf(bytes('\x89PNG\r\n\x1a\n....'))).toBe('png');
  expect(kindOf(bytes('GIF89a......'))).toBe('gif');
  expect(kindOf(bytes('\0\0\0\x18ftypheic'))).toBe('heic');
  expect(kindOf(bytes('%PDF-1.7....'))).toBeUndefined();
  expect(kindOf(new Uint8Array())).toBeUndefined();
});
