import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { BlockMessageTab } from './block-message-tab.tsx';

const MESSAGE = { message_text_ua: 'Рахунок зачинено', message_text_ru: 'Счёт закрыт', message_text_en: 'Closed' };

test('keeps text typed during a save as an unsaved change', async () => {
  const answer = Promise.withResolvers<void>();
  const { sent } = fakeServer({
    'GET /api/payments/get-block-message': () => ({ body: { success: true, ...MESSAGE } }),
    'PUT /api/payments/update-block-message': async ({ body }) => {
      await answer.promise;
      return { body: { success: true, message: '', data: (body as { data: object }).data } };
    },
  });
  const { user, say } = show(<BlockMessageTab onDirty={() => undefined} />, { language: 'en' });
  const field = (lang: string) => screen.getByLabelText<HTMLTextAreaElement>(say(`adminSettings:languages.${lang}`));
  const save = async () => user.click(await screen.findByRole('button', { name: say('adminSettings:block.save') }));
  const saved = () => sent.filter(({ method }) => method !== 'GET').map(({ body }) => (body as { data: object }).data);
  await screen.findByRole('button', { name: say('adminSettings:block.save') });
  await user.type(field('en'), ' until Monday');
  await save();
  await waitFor(() => expect(saved()).toHaveLength(1));
  await user.type(field('en'), ', 9:00');
  answer.resolve();
  await screen.findByText(say('errors:paymentApi.blockStatusMessage.update.success'));
  expect(field('en').value).toBe('Closed until Monday, 9:00');
  await save();
  await waitFor(() => expect(saved()[1]).toMatchObject({ message_text_en: 'Closed until Monday, 9:00' }));
});
