import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { loadedI18n } from '#tests/support/component.tsx';
import { type Boot, BootContext } from '../boot.ts';
import { PageChange, PageHead } from './page-change.tsx';

const boot: Boot = { language: 'ua', theme: 'light', hasSession: false, origin: 'http://localhost', texts: {}, formatted: {}, data: {} };

/** A page whose view has a title once it has loaded. */
function LatePage() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      {isLoaded && <title>Škoda Octavia</title>}
      <button type="button" onClick={() => setLoaded(true)}>
        load
      </button>
    </>
  );
}

function FocusedPage() {
  return <input aria-label="record" ref={(input) => input?.focus()} />;
}

function open() {
  document.head.innerHTML = '<title>from the server</title><link rel="canonical">';
  window.history.replaceState(null, '', '/');
  const head = (name: string) => ({ path: `/${name}`, head: `${name}:head`, isPublic: false });
  const router = createBrowserRouter([
    {
      element: (
        <>
          <PageHead />
          <main id="main" tabIndex={-1}>
            <Link to="/contact">tab</Link>
            <Outlet />
          </main>
          <Link to="/about">elsewhere</Link>
          <PageChange />
        </>
      ),
      children: [
        { path: '/', handle: head('home'), element: <p>home</p> },
        { path: '/about', handle: head('about'), element: <LatePage /> },
        { path: '/contact', handle: head('contact'), element: <p>contact</p> },
        { path: '/statistics', handle: head('statistics'), element: <FocusedPage /> },
      ],
    },
  ]);
  const i18n = loadedI18n('ua');
  render(
    <BootContext value={boot}>
      <I18nextProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>
    </BootContext>,
  );
  const announced = () => document.querySelector('[aria-live]')?.textContent;
  return { router, user: userEvent.setup(), announced, titleOf: (name: string) => i18n.t(`${name}:head.title`) as string };
}

test('announces the title of the page, and that of a view which is loaded later', async () => {
  const { user, announced, titleOf, router } = open();
  expect(document.title).toBe(titleOf('home'));
  expect(announced()).toBe('');
  await user.click(screen.getByRole('link', { name: 'elsewhere' }));
  await waitFor(() => expect(announced()).toBe(titleOf('about')));
  expect(document.activeElement?.id).toBe('main');
  await user.click(screen.getByRole('button', { name: 'load' }));
  expect(document.title).toBe('Škoda Octavia');
  await waitFor(() => expect(announced()).toBe('Škoda Octavia'));
  await act(() => router.navigate('/contact'));
  expect(document.title).toBe(titleOf('contact'));
  await waitFor(() => expect(announced()).toBe(titleOf('contact')));
});

test('a page that has focused something keeps the focus, and so does a tab that was pressed', async () => {
  const { user, router } = open();
  await act(() => router.navigate('/statistics'));
  expect(document.activeElement).toBe(screen.getByLabelText('record'));
  const tab = screen.getByRole('link', { name: 'tab' });
  await user.click(tab);
  await screen.findByText('contact');
  expect(document.activeElement).toBe(tab);
});
