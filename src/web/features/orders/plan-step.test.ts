import { expect, test } from 'vitest';
import { planStepOf, unavailableReasonOf } from './plan-step.ts';

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
  expect(unavailableReasonOf('tariff', status)).toBe(tariff);
  expect(unavailableReasonOf('order', status)).toBe(order);
});
