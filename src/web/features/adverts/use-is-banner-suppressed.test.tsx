import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BANNER_DELAY } from '#contract/limits.ts';
import { useIsBannerSuppressed } from './use-is-banner-suppressed.ts';

function Page() {
  return (
    <main>
      <input aria-label="name" />
      <input aria-label="price" />
      <button type="button">save</button>
      <output>{useIsBannerSuppressed() ? 'held back' : 'shown'}</output>
    </main>
  );
}
const state = () => screen.getByRole('status').textContent;
const focus = (label: string) => act(() => screen.getByLabelText(label).focus());
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('hides the banner while a field has the focus and for a while after', async () => {
  render(<Page />);
  expect(state()).toBe('shown');
  focus('name');
  await wait(10 * BANNER_DELAY);
  expect(state()).toBe('held back');
  focus('price');
  await wait(10 * BANNER_DELAY);
  expect(state()).toBe('held back');
  act(() => screen.getByRole('button').focus());
  expect(state()).toBe('held back');
  await wait(BANNER_DELAY);
  expect(state()).toBe('shown');
});

test('hides the banner in a low window', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  render(<Page />);
  expect(state()).toBe('held back');
});
