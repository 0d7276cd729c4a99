import { expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { canExtend, planStepOf, unavailableReasonOf } from './plan-step.ts';

test.each([
  [null, 'tariff', false],
  ['processing', 'order', false],
  ['confirmed', 'order', true],
  ['completed', 'tariff', true],
] as const)('with status %s the menu opens %s, disabled: %s', (status, view, isDisabled) =>
  expect(planStepOf(status)).toEqual({ view, isDisabled }),
);

test.each([
  [null, undefined, 'tariffApi.order.404'],
  ['processing', undefined, undefined],
  ['confirmed', 'tariffApi.request.confirmed', undefined],
  ['completed', 'tariffApi.request.running', 'tariffApi.request.running'],
] as const)('with status %s in a typed URL the form shows %s, the order %s', (status, tariff, order) => {
  const user = { status, tariff_end_date: status === 'completed' ? '2999-01-01T00:00:00.000Z' : null };
  expect(unavailableReasonOf('tariff', user)).toBe(tariff);
  expect(unavailableReasonOf('order', user)).toBe(order);
});

test('a tariff can be extended from 14 days before its end', () => {
  const endsIn = (days: number) => ({ status: 'completed' as const, tariff_end_date: new Date(Date.now() + days * DAY).toISOString() });
  expect([15, 13.9].map((days) => canExtend(endsIn(days)))).toEqual([false, true]);
  expect(unavailableReasonOf('tariff', endsIn(13))).toBeUndefined();
  expect(unavailableReasonOf('order', endsIn(13))).toBe('tariffApi.request.running');
  expect(canExtend({ ...endsIn(13), status: 'processing' as never })).toBe(false);
});
