import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Seller } from '#contract/seller.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { sellerBody } from '#tests/support/sellers.ts';
import { SellerForm } from './seller-form.tsx';

const NOBODY = Object.fromEntries(Object.keys(sellerBody()).map((field) => [field, ''])) as unknown as Seller;

test('the seller is saved as a whole; what another administrator has saved meanwhile is shown, not overwritten', async () => {
  let stored = NOBODY;
  const { sent } = fakeServer({
    'GET /api/payments/seller': () => ({ body: { success: true, data: stored } }),
    'PUT /api/payments/seller': ({ body }) => {
      const { data, seen } = body as { data: Seller; seen: Seller };
      if (JSON.stringify(seen) !== JSON.stringify(stored))
        return { status: 409, body: { success: false, code: 'adminApi.changed', message: '' } };
      stored = data;
      return { body: { success: true, data, message: '' } };
    },
  });
  const onDirty = vi.fn();
  const { user, say, i18n } = show(<SellerForm seller={NOBODY} onDirty={onDirty} />, { language: 'en' });
  const field = (key: string) => screen.getByLabelText<HTMLInputElement>(say(`adminSettings:seller.${key}`));
  const save = () => user.click(screen.getByRole('button', { name: say('adminSettings:seller.save') }));
  await save();
  expect(field('name.ua').getAttribute('aria-invalid')).toBe('true');
  expect(field('phone').getAttribute('aria-invalid')).not.toBe('true');
  expect(sent).toEqual([]);

  for (const lang of ['ua', 'ru', 'en'] as const) {
    await user.type(field(`name.${lang}`), sellerBody()[`name_${lang}`]);
    await user.type(field(`address.${lang}`), sellerBody()[`address_${lang}`]);
  }
  await user.type(field('taxNumber'), '1234567890');
  await user.type(field('email'), 'koval@example.com');
  expect(onDirty).toHaveBeenLastCalledWith(true);
  stored = sellerBody({ tax_number: '2' });
  await save();
  await screen.findByText(i18n.t('errors:adminApi.changed', { keySeparator: false }));
  expect(field('taxNumber').value).toBe('1234567890');
  await save();
  await waitFor(() => expect(stored.tax_number).toBe('1234567890'));
  await waitFor(() => expect(onDirty).toHaveBeenLastCalledWith(false));
});
