import { expect, test } from 'vitest';
import { tariffInForce } from './tariffs.rules.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');
const END = Date.parse('2026-04-01T10:00:00.000Z');
const PERIOD = { tariff_start_date: '2026-03-01T10:00:00.000Z', tariff_end_date: '2026-04-01T10:00:00.000Z' };

test.each([
  ['at its start', START, 'family'],
  ['a millisecond before its end', END - 1, 'family'],
  ['at its end', END, 'basic'],
  ['a day before its start, which a wrong clock stored', START - 86_400_000, 'family'],
])('a paid tariff %s', (_, now, tariff) => {
  expect(tariffInForce({ tariff: 'family', ...PERIOD }, now)).toBe(tariff);
});

test.each([
  { ...PERIOD, tariff_start_date: null },
  { ...PERIOD, tariff_end_date: null },
])('a paid tariff without both dates is basic: %j', (period) => {
  expect(tariffInForce({ tariff: 'business', ...period }, START)).toBe('basic');
});
