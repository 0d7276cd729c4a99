import { expect, test } from 'vitest';
import { type Block, paginate } from './pages.ts';

const block = (height: number, keepsNext = false): Block => ({ height, keepsNext, draw: () => undefined });
const heights = (blocks: readonly Block[], height: number): number[][] =>
  paginate(blocks, 0, height).map((page) => page.map((placed) => placed.block.height));

test('fills pages from the top', () => {
  const blocks = [block(40), block(60), block(1)];
  expect(heights(blocks, 100)).toEqual([[40, 60], [1]]);
  expect(paginate(blocks, 30, 100)[0]?.map(({ y }) => y)).toEqual([30, 70]);
});

test('keeps a heading with the block after it', () => {
  expect(heights([block(50), block(20, true), block(31)], 100)).toEqual([[50], [20, 31]]);
});

test('keeps several blocks together if a page has room for them, otherwise only pairs', () => {
  expect(heights([block(50), block(20, true), block(20, true), block(20)], 100)).toEqual([[50], [20, 20, 20]]);
  expect(heights([block(50), block(20, true), block(30, true), block(51)], 100)).toEqual([
    [50, 20],
    [30, 51],
  ]);
  expect(heights([block(40), block(30, true), block(30, true)], 100)).toEqual([[40, 30, 30]]);
});

test('a block that is higher than a page is on a separate page', () => {
  expect(heights([block(10), block(200), block(10)], 100)).toEqual([[10], [200], [10]]);
});

test('has no page without blocks', () => {
  expect(heights([], 100)).toEqual([]);
});
