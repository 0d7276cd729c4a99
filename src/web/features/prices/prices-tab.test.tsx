import { screen } from '@testing-library/react';
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
