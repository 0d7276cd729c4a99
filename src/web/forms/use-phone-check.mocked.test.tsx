import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { phoneOf } from './phone-check.ts';
import { usePhoneCheck } from './use-phone-check.ts';

vi.mock('./phone-check.ts');

function aForm(phone: string) {
  const values = { phone };
  return { values, getValues: () => values, setFieldError: vi.fn() };
}

test('the result for an earlier number does not mark the current one', async () => {
  const { checkPhone } = renderHook(() => usePhoneCheck()).result.current;
  let resolveCheck: (found: string | undefined) => void = () => undefined;
  vi.mocked(phoneOf).mockReturnValue(
    new Promise((resolve) => {
      resolveCheck = resolve;
    }),
  );
  const form = aForm('123');
  const checked = checkPhone(form);
  form.values.phone = '+380 67 123 45 67';
  resolveCheck(undefined);
  expect(await checked).toBe(false);
  expect(form.setFieldError).not.toHaveBeenCalled();

  const same = aForm('123');
  expect(await checkPhone(same)).toBe(false);
  expect(same.setFieldError).toHaveBeenCalledWith('phone', 'validation.phone');
});
