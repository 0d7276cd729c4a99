import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStore } from '../storage.ts';

const KEY = 'carnet.scroll';
const MAX_KEPT = 50;
/** Milliseconds in which the content of a page is expected. */
const PATIENCE = 10_000;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scroll positions by the key of their history entry, the latest last. */
const positions = new Map<string, number>(readPositions());

function readPositions(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(tabStore.get(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry): entry is [string, number] => typeof entry?.[1] === 'number') : [];
  } catch {
    return [];
  }
}

function remember(key: string): void {
  positions.delete(key);
  positions.set(key, window.scrollY);
}

const keep = (): void => tabStore.set(KEY, JSON.stringify([...positions].slice(-MAX_KEPT)));

/** Scrolls down as soon as the page is long enough; gives up once the reader does something. Calls `onEnd` in either case. */
function scrollWhenLong(position: number, onEnd: () => void): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (root.scrollHeight - window.innerHeight < position) return;
    window.scrollTo(0, position);
    stop();
  });
  const timer = setTimeout(stop, PATIENCE);
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
 * After a reload or a way back the router restores the scroll position at once, when a page that loads its content is still short.
 * This one waits for the content.
 */
export function useLateScroll(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const left = type === 'POP' ? positions.get(key) : undefined;
    const handleScroll = () => remember(key);
    const listen = () => window.addEventListener('scroll', handleScroll, { passive: true });
    // The short page scrolls too: its position is not one to remember.
    const stop = left ? scrollWhenLong(left, listen) : listen();
    window.addEventListener('pagehide', keep);
    // A phone ends a hidden tab without further events.
    document.addEventListener('visibilitychange', keep);
    return () => {
      stop?.();
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [key, type]);
}
