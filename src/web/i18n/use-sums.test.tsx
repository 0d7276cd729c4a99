import { renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { loadedI18n } from '#tests/support/component.tsx';
import { useSums } from './use-sums.ts';

const wrapper = ({ children }: PropsWithChildren) => <I18nextProvider i18n={loadedI18n('en')}>{children}</I18nextProvider>;

test('names amounts in other currencies beside a sum, and instead of a sum of nothing', () => {
  const { sum } = renderHook(() => useSums(), { wrapper }).result.current;
  const others = [{ currency: 'EUR', count: 2, amount: 120 } as const, { currency: 'PLN', count: 1, amount: 5 } as const];
  expect(sum(4_000, 'UAH', others)).toBe('₴4,000.00, €120.00, and zł\u00a05.00');
  expect(sum(0, 'UAH', others)).toBe('€120.00 and zł\u00a05.00');
  expect([sum(0, 'UAH'), sum(7, 'UAH', [])]).toEqual(['₴0.00', '₴7.00']);
});
