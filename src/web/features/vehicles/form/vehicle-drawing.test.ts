import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { paintOf } from './paint.ts';
import { drawingOf, iconOf } from './vehicle-drawing.ts';

const icons = readFileSync(new URL('../../../ui/icons.svg', import.meta.url), 'utf8');

test.each(VEHICLE_TYPES)('the drawing of a %s shows its colour', async (type) => {
  const png = await sharp(Buffer.from(drawingOf(type, '#ff00ff', iconOf(type, icons))))
    .png()
    .toBuffer();
  expect(png.byteLength).toBeLessThan(IMAGE_BYTES);
  const { data, info } = await sharp(png).removeAlpha().resize(96, 72).raw().toBuffer({ resolveWithObject: true });
  let painted = 0;
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 90 && (data[at + 2] ?? 0) > 200) painted += 1;
  expect(painted / (info.width * info.height)).toBeGreaterThan(0.015);
});

test('throws for a missing icon', () => {
  expect(() => iconOf('car', '<svg></svg>')).toThrow('car');
});

test.each([
  [['білий', 'Белый', 'White pearl'], '#f4f3ee'],
  [['сріблястий', 'серебристый металлик', 'silver'], '#c3c7ca'],
  [['сірий', 'серый', 'grey', 'Gray metallic'], '#8e949a'],
  [['червоний', 'красный', 'red'], '#c8372d'],
  [['чорний', 'черный', 'чёрный', 'black'], '#26272a'],
  [['синій', 'синий', 'deep blue'], '#2f5fa8'],
  [['зелений', 'зелёный', 'green'], '#3f7d46'],
  [['білий з чорним дахом', 'white, black roof'], '#f4f3ee'],
  [['RAL 5010', 'zzz', ''], '#3f7f83'],
] as const)('%j map to one colour', (words, paint) => {
  expect(words.map(paintOf)).toEqual(words.map(() => paint));
});

test('dark and light shades differ', () => {
  const shades = ['темно-синій', 'синій', 'світло-синій'].map(paintOf);
  expect(shades).toEqual(['#1c3965', '#2f5fa8', '#829fcb']);
  expect(['тёмно-синий', 'синий', 'светло-синий'].map(paintOf)).toEqual(shades);
  expect(['dark blue', 'blue', 'light blue'].map(paintOf)).toEqual(shades);
});
