import { expect, test, vi } from 'vitest';
import { isStorable } from './fields.ts';

test.each([
  ['', true],
  ['Олена 🚗 \u{1f469}\u200d\u{1f527}', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['a\ude97', false],
  ['\ude97\ud83d', false],
])('isStorable(%j) returns %s without String.prototype.isWellFormed', (text, expected) => {
  const native = vi.spyOn(String.prototype, 'isWellFormed').mockImplementation(() => {
    throw new TypeError('isWellFormed is not a function');
  });
  try {
    expect(isStorable(text)).toBe(expected);
  } finally {
    native.mockRestore();
  }
});
