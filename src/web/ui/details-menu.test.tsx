import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { DetailsMenu } from './details-menu.tsx';

test('a menu opened before hydration stays open until the next navigation', async () => {
  const menu = (
    <DetailsMenu icon="menu" label="menu" navLabel="pages" className={undefined}>
      {() => <a href="/about">about</a>}
    </DetailsMenu>
  );
  const router = createMemoryRouter([{ path: '*', element: menu }]);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<RouterProvider router={router} />);
  const details = screen.getByLabelText('menu').closest('details') as HTMLDetailsElement;
  details.open = true;
  const root = await act(async () => hydrateRoot(container, <RouterProvider router={router} />));
  expect(details.open).toBe(true);
  await act(() => router.navigate('/about'));
  expect(details.open).toBe(false);
  await act(async () => root.unmount());
  container.remove();
});
