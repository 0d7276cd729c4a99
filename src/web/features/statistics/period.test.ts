import { expect, onTestFinished, test, vi } from 'vitest';
import { localDay } from '../../local-day.ts';
import { costSpans, isRange, periodOf, seriesOf, tickOf } from './period.ts';

const TODAY = '2026-03-02';

test.each([
  [null, { name: 'months', from: '2025-04-01' }],
  ['anything', { name: 'months', from: '2025-04-01' }],
  ['year', { name: 'year', from: '2026-01-01', to: '2026-12-31' }],
  ['lastYear', { name: 'lastYear', from: '2025-01-01', to: '2025-12-31' }],
  ['all', { name: 'all' }],
  ['2025-11-01_2026-01-31', { name: 'range', from: '2025-11-01', to: '2026-01-31' }],
  ['2025-11-01_', { name: 'range', from: '2025-11-01' }],
  ['_2026-01-31', { name: 'range', to: '2026-01-31' }],
  ['_', { name: 'months', from: '2025-04-01' }],
  ['2026-02-30_', { name: 'months', from: '2025-04-01' }],
  ['2026-02-02_2026-02-01', { name: 'months', from: '2025-04-01' }],
  ['2026-01-01_2026-02-01_x', { name: 'months', from: '2025-04-01' }],
])('the period %j of the URL', (value, period) => {
  expect(periodOf(value, TODAY)).toEqual(period);
});

test.each([
  ['Europe/Kyiv', '2025-12-31T22:30:00Z', '2026-01-01'],
  ['America/Los_Angeles', '2026-01-01T07:30:00Z', '2025-12-31'],
])('the day in %s at %s is %s', (zone, instant, day) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(localDay(new Date(instant))).toBe(day);
});

test.each([
  ['', '', false],
  ['2026-01-01', '', true],
  ['0002-01-01', '', true],
  ['2026-1-1', '', false],
  ['2026-01-01', '2026-01-01', true],
  ['2026-01-02', '2026-01-01', false],
])('from %j to %j can be shown: %s', (from, to, isShown) => {
  expect(isRange(from, to)).toBe(isShown);
});

const month = (when: string, cost: number) => ({ month: when, cost, records: 1, distance: null });
const year = (when: number, cost: number) => ({
  year: when,
  since: null,
  until: when === 2026 ? TODAY : null,
  cost,
  records: 1,
  distance: null,
});

test('months without records are shown as 0', () => {
  const figures = { months: [month('2025-12', 5), month('2026-02', 7)], years: [] };
  expect(seriesOf(costSpans(figures), periodOf(null, TODAY), TODAY).bars).toHaveLength(12);
  expect(seriesOf(costSpans(figures), periodOf('all', TODAY), TODAY)).toEqual({
    span: 'month',
    bars: [
      { when: '2025-12', value: 5 },
      { when: '2026-01', value: 0 },
      { when: '2026-02', value: 7 },
      { when: '2026-03', value: 0 },
    ],
  });
  expect(
    seriesOf(costSpans({ months: [month('2026-02', 7)], years: [] }), periodOf('year', TODAY), TODAY).bars.map(({ value }) => value),
  ).toEqual([...[0, 7, 0, 0, 0, 0], ...[0, 0, 0, 0, 0, 0]]);
});

test('more than three years are shown by year', () => {
  const figures = { months: [month('2022-12', 5), month('2026-02', 7)], years: [year(2022, 5), year(2026, 7)] };
  expect(seriesOf(costSpans(figures), periodOf('all', TODAY), TODAY)).toEqual({
    span: 'year',
    bars: ['2022', '2023', '2024', '2025', '2026'].map((when, index) => ({
      when,
      value: [5, 0, 0, 0, 7][index],
      ...(['2022', '2026'].includes(when) && { isPartial: when === '2026' }),
    })),
  });
  expect(seriesOf(costSpans(figures), { from: '1800-01-01' }, TODAY).bars).toHaveLength(5);
});

test('a record that is dated tomorrow has its bar', () => {
  const figures = { months: [month('2026-04', 5)], years: [] };
  expect(seriesOf(costSpans(figures), periodOf('all', '2026-03-31'), '2026-03-31').bars).toEqual([{ when: '2026-04', value: 5 }]);
});

test.each([
  [
    ['2025-11', '2025-12', '2026-01', '2026-02'],
    ['11', '12', '1\n2026', '2'],
  ],
  [
    Array.from({ length: 14 }, (_, n) => (n < 3 ? `2025-1${n}` : `2026-${String(n - 2).padStart(2, '0')}`)),
    ['', '', '', '2026', ...Array(10).fill('')],
  ],
  [
    ['2024', '2025', '2026'],
    ['2024', '2025', '2026'],
  ],
  [Array.from({ length: 8 }, (_, n) => String(2019 + n)), ['', '2020', '', '2022', '', '2024', '', '2026']],
])('below the bars of %j stands %j', (whens, ticks) => {
  const bars = whens.map((when) => ({ when, value: 1 }));
  const textOf = tickOf(bars);
  expect(whens.map((when, index) => textOf(when, index))).toEqual(ticks);
});
