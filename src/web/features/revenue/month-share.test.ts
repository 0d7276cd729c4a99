import { describe, expect, it } from 'vitest';
import { lostOf, shareOf, totalShare } from './month-share.ts';

const month = (of: number, counted: number, is_final = true) => ({ month: '2026-05', of, counted, is_final });

describe('shares of months', () => {
  it('are missing while a month is open, and if there is nothing to divide by', () => {
    expect(shareOf(month(8, 2))).toBe(0.25);
    expect(shareOf(month(8, 2, false))).toBeUndefined();
    expect(shareOf(month(0, 0))).toBeUndefined();
  });

  it('are weighed by the size of the months, without open ones', () => {
    expect(totalShare([month(90, 0), month(10, 10), month(100, 100, false)])).toBe(0.1);
    expect(totalShare([month(100, 100, false)])).toBeUndefined();
  });

  it('of lost periods are the rest', () => {
    expect(lostOf(month(8, 6))).toEqual(month(8, 2));
  });
});
