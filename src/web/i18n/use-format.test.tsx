import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { loadedI18n } from '#tests/support/component.tsx';
import { BootContext } from '../boot.ts';
import { useFormat } from './use-format.ts';

const boot = {
  theme: 'light',
  hasSession: false,
  origin: '',
  texts: {},
  data: {},
  formatted: { 'number[98047]': 'from the server' },
} as const;

function Numbers() {
  const format = useFormat();
  return <p>{`${format.number(98_047)}; ${format.number(1_000)}`}</p>;
}

const shown = (language: 'ua' | 'en') =>
  render(
    <I18nextProvider i18n={loadedI18n(language)}>
      <BootContext value={{ ...boot, language: 'ua' }}>
        <Numbers />
      </BootContext>
    </I18nextProvider>,
  );

test('takes what the server has formatted, and formats the rest', () => {
  shown('ua');
  expect(screen.getByText(/from the server; 1\s000/)).toBeTruthy();
});

test('formats everything itself in another language than the server', () => {
  shown('en');
  expect(screen.getByText('98,047; 1,000')).toBeTruthy();
});
