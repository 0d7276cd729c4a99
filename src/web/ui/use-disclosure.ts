import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useStableCallback } from './use-stable-callback.ts';

interface Disclosure {
  /** The menu with its opener. */
  root: RefObject<HTMLElement | null>;
  isOpen: () => boolean;
  close: () => void;
  /** Gets the focus back after Escape. */
  opener: () => HTMLElement | null | undefined;
}

/** Closes an open menu on a press or focus outside of it, and on Escape. */
export function useDisclosure({ root, isOpen, close, opener }: Disclosure): void {
  const handleOutside = useStableCallback((event: Event) => {
    if (isOpen() && !root.current?.contains(event.target as Node)) close();
  });
  const handleKey = useStableCallback((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    close();
    opener()?.focus();
  });
  useEffect(() => {
    document.addEventListener('pointerdown', handleOutside);
    // Closes the menu when Tab moves the focus out of it.
    document.addEventListener('focusin', handleOutside);
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('pointerdown', handleOutside);
      document.removeEventListener('focusin', handleOutside);
      document.removeEventListener('keydown', handleKey);
    };
  }, [handleOutside, handleKey]);
}

/** A menu in a details element, which opens without scripts. Every navigation closes it. */
export function useDetailsMenu() {
  const { key } = useLocation();
  const root = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (root.current) root.current.open = false;
  };
  // As a cleanup, which does not run on mount: the menu may have been opened before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => close, [key]);
  useDisclosure({
    root,
    isOpen: () => root.current?.open ?? false,
    close,
    opener: () => root.current?.querySelector('summary'),
  });
  return { root, close };
}
