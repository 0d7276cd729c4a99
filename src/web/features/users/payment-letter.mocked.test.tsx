import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { UserPage } from '#contract/accounts.admin.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { PaymentLetter } from './payment-letter.tsx';

const texts = vi.hoisted(() => ({ areMissing: true }));
vi.mock('../../i18n/text-files.ts', () => ({
  fetchTexts: async () => {
    if (texts.areMissing) throw new Error('texts ua/adminLists: 503');
    return { users: { page: { letter: { unpaid: { subject: 'Carnet', text: 'Оплата: {{missing}}' } } } } };
  },
}));

const ORDER = {
  ...{ order_code: 'J7QUNN57', status: 'processing', payments: [], missing: 9, missing_transfer: null, transfer_currency: null },
} as Partial<ListedOrder>;

test('says if the order or the texts in the language of the user cannot be loaded, and loads them again', async () => {
  const { answers } = fakeServer({
    'GET /api/admin/orders': () => ({ status: 404, body: { success: false, code: 'api.404', message: '' } }),
  });
  const onLetter = vi.fn();
  const user = { language: 'ua', orders: [ORDER] } as UserPage;
  const { say, ...page } = show(<PaymentLetter user={user} onLetter={onLetter} />, { language: 'en' });
  const again = async () => page.user.click(await screen.findByRole('button', { name: say('shell:again') }));
  expect((await screen.findByRole('alert')).textContent).toContain(say('adminLists:users.page.letter.failed'));
  answers['GET /api/admin/orders'] = () => ({ body: { success: true, data: [ORDER] } });
  await again();
  await screen.findByText(new RegExp(say('errors:carsApi.unknownError')));
  texts.areMissing = false;
  await again();
  await page.user.click(await screen.findByRole('button', { name: /is missing$/ }));
  expect(onLetter.mock.calls).toEqual([[{ subject: 'Carnet', text: expect.stringMatching(/^Оплата: 9,00/) }]]);
  expect(screen.queryByRole('alert')).toBeNull();
});
