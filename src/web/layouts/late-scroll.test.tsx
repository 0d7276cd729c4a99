import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';

const scrollTo = vi.fn();
let pageHeight = 0;
/** Called by the browser when the size of the page changes. */
let handleResize: () => void = () => undefined;

beforeEach(() => {
  scrollTo.mockClear();
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        handleResize = callback;
      }
      observe(): void {}
      disconnect(): void {
        handleResize = () => undefined;
      }
    },
  );
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => pageHeight });
});
const { getEntriesByType } = performance;
afterEach(() => {
  performance.getEntriesByType = getEntriesByType;
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document.documentElement, 'scrollHeight');
});

/** Loads the module again, as a page does that is reloaded or opened in a used tab; only sessionStorage survives. */
async function openTab(type = 'reload') {
  vi.resetModules();
  performance.getEntriesByType = () => [{ type } as PerformanceNavigationTiming];
  const { useLateScroll } = await import('./late-scroll.ts');
  const Page = () => {
    useLateScroll();
    return null;
  };
  return show(<Page />);
}

function scrollPage(position: number): void {
  vi.stubGlobal('scrollY', position);
  fireEvent.scroll(window);
}

/** A mobile browser discards a hidden tab without firing pagehide. */
async function discardHiddenTab(position: number): Promise<void> {
  const { unmount } = await openTab();
  scrollPage(position);
  fireEvent(document, new Event('visibilitychange'));
  unmount();
}

function growPage(height: number): void {
  pageHeight = height;
  handleResize();
}

test('a discarded tab restores its scroll position once the page is long enough', async () => {
  await discardHiddenTab(300);
  await openTab();
  growPage(1_000);
  expect(scrollTo).not.toHaveBeenCalled();
  growPage(1_100);
  expect(scrollTo).toHaveBeenCalledWith(0, 300);
  scrollTo.mockClear();
  growPage(2_000);
  expect(scrollTo, 'once only').not.toHaveBeenCalled();
});

test('stores the latest position each time the tab is hidden', async () => {
  const { unmount } = await openTab();
  scrollPage(300);
  fireEvent(document, new Event('visibilitychange'));
  scrollPage(500);
  fireEvent(document, new Event('visibilitychange'));
  unmount();
  await openTab();
  growPage(2_000);
  expect(scrollTo).toHaveBeenCalledWith(0, 500);
});

test('does not scroll after an input of the user', async () => {
  await discardHiddenTab(300);
  await openTab();
  fireEvent.wheel(window);
  growPage(2_000);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a typed address in a used tab opens at the top', async () => {
  await discardHiddenTab(300);
  await openTab('navigate');
  growPage(2_000);
  expect(scrollTo).not.toHaveBeenCalled();
});
