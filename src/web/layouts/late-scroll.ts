import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStore } from '../storage.ts';

const KEY = 'carnet.scroll';
const MAX_STORED = 50;
/** Milliseconds to wait for the content of a page. */
const CONTENT_TIMEOUT = 10_000;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scroll positions by history entry key, the most recent last. */
const positions = new Map<string, number>(readPositions());
/** The router gives it to the first history entry of each document; after a typed address or a bookmark, the position is that of another. */
const FIRST_KEY = 'default';
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (load?.type === 'navigate') positions.delete(FIRST_KEY);

function readPositions(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(tabStore.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((entry): entry is [string, number] => typeof entry?.[1] === 'number') : [];
  } catch {
    return [];
  }
}

function remember(key: string): void {
  positions.delete(key);
  positions.set(key, window.scrollY);
}

const storePositions = (): void => tabStore.set(KEY, JSON.stringify([...positions].slice(-MAX_STORED)));

/** Scrolls to `position` once the page is long enough. Stops on user input or after the timeout. Calls `onEnd` in every case. */
function scrollWhenLong(position: number, onEnd: () => void): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (root.scrollHeight - window.innerHeight < position) return;
    window.scrollTo(0, position);
    stop();
  });
  const timer = setTimeout(stop, CONTENT_TIMEOUT);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const input of INPUTS) window.removeEventListener(input, stop);
    onEnd();
  }
  for (const input of INPUTS) window.addEventListener(input, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

/**
 * Restores the scroll position after a reload or a history navigation once the content is loaded. ScrollRestoration of the router
 * does it immediately, while the page is still too short.
 */
export function useLateScroll(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const position = type === 'POP' ? positions.get(key) : undefined;
    const handleScroll = () => remember(key);
    const listen = () => window.addEventListener('scroll', handleScroll, { passive: true });
    // Until the position is restored, scroll events of the short page must not overwrite it.
    const stop = position ? scrollWhenLong(position, listen) : listen();
    window.addEventListener('pagehide', storePositions);
    // Mobile browsers discard a hidden tab without firing pagehide.
    document.addEventListener('visibilitychange', storePositions);
    return () => {
      stop?.();
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('pagehide', storePositions);
      document.removeEventListener('visibilitychange', storePositions);
    };
  }, [key, type]);
}
