import { expect, test } from 'vitest';
import { exampleStatistics } from './example.ts';

const TODAY = '2026-03-31';
const settings = { unit: 'km', currency: 'UAH', nameOf: (work: string) => work } as const;
const sum = (values: readonly { cost: number; records: number }[]) => ({
  cost: values.reduce((total, { cost }) => total + cost, 0),
  records: values.reduce((total, { records }) => total + records, 0),
});

test.each(['UAH', 'USD', 'EUR', 'PLN', 'GBP'] as const)('the example in %s adds up', (currency) => {
  const { totalCost, records, months, groups, operations, distance, distances, costPerUnit } = exampleStatistics(TODAY, {
    ...settings,
    currency,
  });
  expect(sum(months).cost).toBeCloseTo(totalCost, 6);
  expect(sum(groups).cost).toBeCloseTo(totalCost, 6);
  expect(sum(operations).cost).toBeLessThan(totalCost);
  expect([sum(months).records, sum(groups).records]).toEqual([records, records]);
  expect(distances.months.reduce((total, month) => total + month.distance, 0)).toBe(distance);
  expect(months.reduce((total, month) => total + (month.distance ?? 0), 0)).toBe(distance);
  expect((costPerUnit ?? 0) * (distance ?? 0)).toBeCloseTo(totalCost, 6);
  expect(operations.map(({ cost }) => cost)).toEqual(operations.map(({ cost }) => cost).sort((a, b) => b - a));
});

test('the example covers the last twelve months before the day', () => {
  const months = exampleStatistics(TODAY, settings).months.map(({ month }) => month);
  expect([months[0], months.at(-1)]).toEqual(['2025-04', '2026-02']);
  expect(months).toEqual([...months].sort());
});

test('the example of a bicycle has no distance', () => {
  const { distance, costPerUnit, months } = exampleStatistics(TODAY, { ...settings, unit: 'year' });
  expect({ distance, costPerUnit, distances: months.flatMap((month) => month.distance ?? []) }).toEqual({
    distance: null,
    costPerUnit: null,
    distances: [],
  });
});
