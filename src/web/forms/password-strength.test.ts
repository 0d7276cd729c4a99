import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('strength increases with length and variety, not with repetition', () => {
  expect(strengthOf('Aa1!')).toBe('weak');
  expect(strengthOf('Aaaaaaaa1!')).toBe('weak');
  expect(strengthOf('Abcdefg1!')).toBe('weak');
  expect(strengthOf('Kit7!wom')).toBe('fair');
  expect(strengthOf('Kite7!wombat&Lamp')).toBe('strong');
  expect(strengthOf('')).toBe('weak');
});
