import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { type Boot, BootContext } from '../boot.ts';
import { Shell } from './shell.tsx';

const boot: Boot = { language: 'ua', theme: 'light', hasSession: false, origin: 'http://localhost', texts: {}, formatted: {}, data: {} };

test.each([
  ['/admin', false],
  ['/admin/', false],
  ['/ADMIN', false],
  ['/administrator', true],
  ['/admin-x', true],
])('%s shows header and footer to a visitor: %s', (path, expected) => {
  vi.stubGlobal('scrollTo', () => undefined);
  show(
    <BootContext value={boot}>
      <Shell />
    </BootContext>,
    { path },
  );
  for (const part of ['banner', 'contentinfo']) expect(screen.getByRole(part).hasAttribute('data-reserved'), part).toBe(!expected);
  vi.unstubAllGlobals();
});
