import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { loadedI18n } from '#tests/support/component.tsx';
import { BrokenPage } from './broken-page.tsx';

afterEach(() => vi.restoreAllMocks());

test('without a connection the page is not reloaded, and says why', async () => {
  for (const log of ['warn', 'error'] as const) vi.spyOn(console, log).mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Broken = () => {
    throw new Error('not loaded');
  };
  const router = createMemoryRouter([{ path: '/', Component: Broken, ErrorBoundary: BrokenPage }]);
  const i18n = loadedI18n('en');
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: i18n.t('broken.again') }));
  expect(screen.getByRole('status').textContent).toBe(i18n.t('client.network'));
  router.dispose();
});
