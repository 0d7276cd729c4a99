import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from the screen at which an element counts as near: farther than a flick scrolls before the next frame. */
const MARGIN = '300px 0px';

interface NearScreen<E extends HTMLElement> {
  ref: RefObject<E | null>;
  isNear: boolean;
  /** Height that the element had on the screen; undefined if it never was near. */
  height: number | undefined;
}

/** Whether an element is on the screen or near it. One that contains the focus stays near. */
export function useNearScreen<E extends HTMLElement>(isNearAtFirst: boolean): NearScreen<E> {
  const ref = useRef<E>(null);
  const [state, setState] = useState<{ isNear: boolean; height?: number }>({ isNear: isNearAtFirst });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setState((before) => ({ ...before, isNear: true }));
        else if (entry && !element.contains(document.activeElement))
          setState((before) => (before.isNear ? { isNear: false, height: entry.boundingClientRect.height } : before));
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear: state.isNear, height: state.height };
}
