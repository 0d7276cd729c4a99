import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test } from 'vitest';
import { fakeServer, loadedI18n, show } from '#tests/support/component.tsx';
import { createQueryClient } from '#web/api/query-client.ts';
import { Hydrated } from '#web/hydrated.tsx';
import { ContactForm } from './contact-form.tsx';

const TYPED = { firstName: 'Марія', lastName: 'Коваленко', email: 'maria@example.com', message: 'Коли запрацює оплата карткою?' };

function page() {
  const i18n = loadedI18n('en');
  const router = createMemoryRouter([{ path: '/', element: <ContactForm /> }]);
  const tree = (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <Hydrated>
          <RouterProvider router={router} />
        </Hydrated>
      </QueryClientProvider>
    </I18nextProvider>
  );
  return { tree, say: (key: string) => i18n.t(`contact:${key}`) as string };
}

test('sends text typed before hydration', async () => {
  const { sent } = fakeServer({ 'POST /api/feedback/send': () => ({ body: { success: true, message: '' } }) });
  const { tree, say } = page();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(tree);
  for (const [name, text] of Object.entries(TYPED)) (screen.getByLabelText(say(name)) as HTMLInputElement).value = text;
  const root = await act(async () => hydrateRoot(container, tree));
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  for (const [name, text] of Object.entries(TYPED)) expect((screen.getByLabelText(say(name)) as HTMLInputElement).value).toBe(text);
  await userEvent.click(await screen.findByRole('button', { name: say('send') }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const { message, ...rest } = TYPED;
  expect(sent[0]?.body).toEqual({ ...rest, userMessage: message });
});

test('keeps text typed while a message is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fakeServer({
    'POST /api/feedback/send': async () => {
      await promise;
      return { body: { success: true, message: 'sent' } };
    },
  });
  const { user, say } = show(<ContactForm />, { language: 'en' });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(say(`contact:${name}`));
  for (const [name, text] of Object.entries(TYPED)) await user.type(field(name), text);
  await user.click(screen.getByRole('button', { name: say('contact:send') }));
  await user.type(field('message'), ' І ще одне.');
  resolve();
  await waitFor(() => expect(field('firstName').value).toBe(''));
  expect(field('message').value).toBe(`${TYPED.message} І ще одне.`);
});
