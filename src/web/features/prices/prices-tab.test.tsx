import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { PricesTab } from './prices-tab.tsx';

const PRICES = [
  { tariff: 'basic', price: 0 },
  { tariff: 'family', price: 3 },
  { tariff: 'business', price: 9 },
];

test.each(LANGUAGES)('saving unchanged prices says so and sends nothing: %s', async (language) => {
  const { sent } = fakeServer({ 'GET /api/prices/price': () => ({ body: { success: true, data: PRICES } }) });
  const { say, user } = show(<PricesTab onDirty={() => undefined} />, { language });
  await user.click(await screen.findByRole('button', { name: say('adminSettings:prices.save') }));
  await screen.findByText(say('errors:pricesApi.update.422', { nsSeparator: ':', keySeparator: false }));
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('asks before a price of ten times as much, and shows a price that was changed meanwhile', async () => {
  let stored = 3;
  const changed = { status: 409, body: { success: false, code: 'adminApi.changed', message: '', requestId: 'x' } };
  const listed = () => ({
    body: { success: true, code: '', message: '', data: PRICES.map((one) => (one.tariff === 'family' ? { ...one, price: stored } : one)) },
  });
  const { sent } = fakeServer({
    'GET /api/prices/price': listed,
    'PATCH /api/prices/price': ({ body }) => {
      const [{ price, seen }] = body as [{ price: string; seen: number }];
      if (seen !== stored) return changed;
      stored = Number(price);
      return listed();
    },
  });
  const { say, user } = show(<PricesTab onDirty={() => undefined} />, { language: 'en' });
  const save = say('adminSettings:prices.save');
  const family = await screen.findByLabelText(/^Family/);
  const patches = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await user.clear(family);
  await user.type(family, '30');
  await user.click(screen.getByRole('button', { name: save }));
  const question = within(await screen.findByRole('dialog', { name: say('adminSettings:prices.unusual.title') }));
  question.getByText(/Family: \$3\.00 → \$30\.00 a month/);
  expect(patches()).toEqual([]);
  stored = 4;
  await user.click(question.getByRole('button', { name: save }));
  await screen.findByText(say('errors:adminApi.changed', { nsSeparator: ':', keySeparator: false }));
  expect(family).toHaveProperty('value', '30');
  await user.clear(family);
  await user.type(family, '5');
  await user.click(screen.getByRole('button', { name: save }));
  await screen.findByText(say('errors:pricesApi.update.success', { nsSeparator: ':', keySeparator: false }));
  expect(patches()).toEqual([[{ tariff: 'family', price: '30', seen: 3 }], [{ tariff: 'family', price: '5', seen: 4 }]]);
});
