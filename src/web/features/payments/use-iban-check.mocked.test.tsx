import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isIban } from './iban-check.ts';
import { useIbanCheck } from './use-iban-check.ts';

vi.mock('./iban-check.ts');

test('does not mark the current IBAN when an earlier check fails', async () => {
  const { checkIban } = renderHook(() => useIbanCheck()).result.current;
  const answer = Promise.withResolvers<boolean>();
  vi.mocked(isIban).mockReturnValue(answer.promise);
  const values = { iban: 'UA22' };
  const setFieldError = vi.fn();
  const form = { getValues: () => values, setFieldError };
  const checked = checkIban(form);
  values.iban = 'UA213223130000026007233566001';
  answer.resolve(false);
  expect(await checked).toBe(false);
  expect(setFieldError).not.toHaveBeenCalled();
  values.iban = 'UA22';
  await checkIban(form);
  expect(setFieldError).toHaveBeenCalledWith('iban', 'paymentApi.iban');
});
