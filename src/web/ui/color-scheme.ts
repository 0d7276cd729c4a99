import { useSyncExternalStore } from 'react';
import { type Theme, useBoot } from '../boot.ts';
import { storePreference } from '../cookies.ts';

/** Page background, used for the browser's toolbars (`theme-color`); the same as --paper in tokens.css. */
export const PAPER: Record<Theme, string> = { light: '#f3ede0', dark: '#0b131a' };

const listeners = new Set<() => void>();
let current: Theme = 'light';

export function startColorScheme(theme: Theme): void {
  current = theme;
}

/** Applies a theme immediately and stores the choice for a year. */
export function setColorScheme(theme: Theme): void {
  current = theme;
  document.documentElement.dataset.theme = theme;
  document.head.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
  storePreference('theme', theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useColorScheme(): Theme {
  const { theme } = useBoot();
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => theme,
  );
}
