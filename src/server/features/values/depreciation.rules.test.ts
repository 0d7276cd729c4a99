import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depreciationOf } from './depreciation.rules.ts';

const worth = (day: string, amount: number) => ({ day, amount: amount * 100, kind: 'valuation' as const });

test('case 17: 180,000 over 1,096 days are 164.23 a day, so 59,945.26 for 365 days', () => {
  const values = [worth('2023-01-01', 600_000), worth('2026-01-01', 420_000)];
  expect(depreciationOf(values, { from: '2025-01-01', to: '2025-12-31' })).toEqual({ amount: 5_994_526, valueOn: '2026-01-01' });
  expect(depreciationOf(values, { from: '2024-06-15', to: '2024-06-15' })?.amount).toBe(16_423);
  expect(depreciationOf(values, { from: '0000-00-00', to: '9999-99-99' })?.amount).toBe(18_000_000);
});

test.each([
  ['before the first value', { from: '2022-01-01', to: '2023-01-01' }],
  ['after the last value', { from: '2026-01-02', to: '2026-12-31' }],
])('there is none %s', (_, period) => {
  expect(depreciationOf([worth('2023-01-01', 600_000), worth('2026-01-01', 420_000)], period)).toBeNull();
});

test('there is none with one value, and it is negative for a vehicle that gained', () => {
  expect(depreciationOf([worth('2023-01-01', 600_000)], { from: '2022-01-01', to: '2026-01-01' })).toBeNull();
  const gained = [worth('2023-01-01', 1_000), worth('2024-01-01', 1_365)];
  expect(depreciationOf(gained, { from: '2023-01-02', to: '2023-01-11' })).toEqual({ amount: -1_000, valueOn: '2024-01-01' });
});

test('is the sum of the loss of each day', () => {
  const dayOf = (number: number): string => new Date(Date.UTC(2023, 0, 1 + number)).toISOString().slice(0, 10);
  const days = fc.uniqueArray(fc.record({ day: fc.nat({ max: 300 }), amount: fc.nat({ max: 1_000_000 }) }), {
    selector: ({ day }) => day,
    maxLength: 6,
  });
  let counted = 0;
  fc.assert(
    fc.property(days, fc.nat({ max: 320 }), fc.nat({ max: 320 }), (unordered, a, b) => {
      const known = [...unordered].sort((one, other) => one.day - other.day);
      const [from, to] = a < b ? [a, b] : [b, a];
      let lost: number | null = null;
      for (let day = from; day <= to; day += 1) {
        const before = known.findLast((value) => value.day < day);
        const after = known.find((value) => value.day >= day);
        if (before && after) lost = (lost ?? 0) + (before.amount - after.amount) / (after.day - before.day);
      }
      if (lost !== null) counted += 1;
      const values = known.map(({ day, amount }) => ({ day: dayOf(day), amount, kind: 'valuation' as const }));
      const depreciation = depreciationOf(values, { from: dayOf(from), to: dayOf(to) });
      // Rounded once to a cent.
      if (lost === null || !depreciation) expect(depreciation).toBe(lost);
      else expect(Math.abs(depreciation.amount - lost)).toBeLessThan(1);
    }),
    { seed: 17, numRuns: 500 },
  );
  expect(counted).toBeGreaterThan(100);
});
