import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BANNER_DELAY } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { AdvertBanner } from './advert-banner.tsx';

const MIDNIGHT = Date.parse('2026-06-15T00:00:00Z');
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.useFakeTimers({ now: MIDNIGHT - 60_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const returnToTab = () =>
  act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
  });

async function withAdverts(answers: (() => { status?: number; body: unknown })[]) {
  const { sent } = fakeServer({
    'GET /api/advertising/getAdvertising/en': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? { body: [] },
  });
  show(<AdvertBanner since={performance.now()} />, { language: 'en' });
  await advance(BANNER_DELAY);
  return sent;
}
const tyres = { title_en: 'Tyres', text_en: 'This week', image: null };

test('the title of an advert with a link opens it in a new tab, marked as sponsored', async () => {
  await withAdverts([() => ({ body: [{ ...tyres, link: 'https://example.com/a?b=1' }] })]);
  const link = screen.getByRole('link', { name: 'Tyres' });
  expect(link.getAttribute('href')).toBe('https://example.com/a?b=1');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener sponsored']);
});

test('an advert without a link is text', async () => {
  await withAdverts([() => ({ body: [tyres] })]);
  expect(screen.getByText('Tyres')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('adverts of yesterday are requested again, and disappear if none is left', async () => {
  const sent = await withAdverts([
    () => ({ body: [tyres] }),
    () => ({ status: 404, body: { success: false, code: 'advertisingApi.404', message: '' } }),
  ]);
  await returnToTab();
  expect(sent).toHaveLength(1);
  await advance(60_000);
  await returnToTab();
  expect(sent).toHaveLength(2);
  expect(screen.queryByText('Tyres')).toBeNull();
  await advance(DAY);
});
