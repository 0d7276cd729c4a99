import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PaymentDetails } from '#contract/payments.ts';
import { NO_RATE } from '#contract/transfers.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { sellerBody } from '#tests/support/sellers.ts';
import { PaymentDetailsTab } from './payment-details-tab.tsx';

const DETAILS: PaymentDetails = {
  payee_details: 'ФОП Коваль',
  iban: 'UA213223130000026007233566001',
  edrpou: '12345678',
  payment_purpose: 'За послуги',
  is_active: 1,
  ...NO_RATE,
};

/** The tab, whose fake server compares `seen` as the real one does. */
async function opened() {
  const stored = { ua: DETAILS, ru: DETAILS, en: { ...DETAILS, iban: 'PL61109010140000071219812874' } };
  const { sent } = fakeServer({
    'GET /api/payments/payment': ({ query }) => ({ body: { success: true, data: [stored[query.get('lang') as 'ua']] } }),
    'GET /api/payments/seller': () => ({ body: { success: true, data: sellerBody() } }),
    'PUT /api/payments/payment': ({ body }) => {
      const { lang, seen, ...details } = body as { lang: 'ua'; seen: PaymentDetails } & PaymentDetails;
      if (JSON.stringify(seen) !== JSON.stringify(stored[lang]))
        return { status: 409, body: { success: false, code: 'adminApi.changed', message: '' } };
      stored[lang] = { ...details, iban: details.iban.replaceAll(' ', '') };
      return { body: { success: true, data: stored[lang], message: '' } };
    },
  });
  const Preview = ({ payment }: { payment: PaymentDetails }) => <p>preview: {payment.iban}</p>;
  const page = show(<PaymentDetailsTab onDirty={() => undefined} Preview={Preview} />, { language: 'ua' });
  const say = (key: string) => page.say(`adminSettings:${key}`);
  await screen.findAllByLabelText(say('payment.payee'));
  const fields = (key: string) => screen.getAllByLabelText<HTMLInputElement>(say(`payment.${key}`));
  const field = (key: string) => fields(key)[0] as HTMLInputElement;
  const type = async (key: string, text: string) => {
    await page.user.clear(field(key));
    await page.user.type(field(key), text);
  };
  const save = () => page.user.click(screen.getAllByRole('button', { name: say('payment.save') })[0] as HTMLElement);
  const puts = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body as PaymentDetails);
  return { ...page, say, stored, fields, field, type, save, puts };
}

test('details that another administrator has saved meanwhile are shown beside the input and not overwritten', async () => {
  const page = await opened();
  page.stored.ua = { ...DETAILS, iban: 'UA903052992990004149123456789', payee_details: 'ФОП Гайда' };
  await page.type('payee', 'ФОП Ковальчук');
  await page.save();
  await screen.findByText(page.i18n.t('errors:adminApi.changed'));
  expect(page.field('payee').value).toBe('ФОП Ковальчук');
  expect(page.field('iban').value).toBe('UA90 3052 9929 9000 4149 1234 5678 9');
  expect(screen.getByText(page.i18n.t('forms:meanwhile.taken'))).toBeTruthy();
  expect(screen.getByText(/ФОП Гайда/)).toBeTruthy();
  await page.save();
  await waitFor(() => expect(page.puts()).toHaveLength(2));
  expect(page.stored.ua).toMatchObject({ payee_details: 'ФОП Ковальчук', iban: 'UA903052992990004149123456789' });
  await waitFor(() => expect(screen.queryByText(page.i18n.t('forms:meanwhile.taken'))).toBeNull());
});

test('the version of the other administrator can be taken', async () => {
  const page = await opened();
  page.stored.ua = { ...DETAILS, payee_details: 'ФОП Гайда' };
  await page.type('payee', 'ФОП Ковальчук');
  await page.save();
  await page.user.click(await screen.findByRole('button', { name: page.i18n.t('forms:meanwhile.use') }));
  expect(page.field('payee').value).toBe('ФОП Гайда');
});

test('shows a preview of the input, and copies payee, IBAN and code to the other languages without saving', async () => {
  const page = await opened();
  await page.type('iban', 'ua90 3052 9929 9000 4149 1234 5678 9');
  expect(screen.getByText('preview: UA903052992990004149123456789')).toBeTruthy();
  await page.user.click(screen.getAllByRole('button', { name: page.say('payment.copy') })[0] as HTMLElement);
  expect(page.fields('iban').map(({ value }) => value)).toEqual(Array.from({ length: 3 }, () => 'ua90 3052 9929 9000 4149 1234 5678 9'));
  expect(screen.queryByRole('button', { name: page.say('payment.copy') })).toBeNull();
  expect(page.puts()).toEqual([]);
});
