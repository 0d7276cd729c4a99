import { useEffect, useState } from 'react';
import { BANNER_DELAY } from '#contract/limits.ts';

/** In a low window, such as above an on-screen keyboard, the banner would cover most of the page. */
const LOW = '(max-height: 479px)';
const FIELD = 'main :is(input, select, textarea)';

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.matches(FIELD);

/**
 * True while the banner must be hidden: a field has the focus, or had it less than `BANNER_DELAY` ago (the banner would otherwise appear
 * under a pointer about to press the form's button), or the window is low.
 */
export function useIsBannerSuppressed(): boolean {
  const [isTyping, setTyping] = useState(() => isField(document.activeElement));
  const [isLow, setLow] = useState(() => matchMedia(LOW).matches);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enter = ({ target }: FocusEvent) => {
      if (!isField(target)) return;
      clearTimeout(timer);
      setTyping(true);
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (!isField(target) || isField(relatedTarget)) return;
      timer = setTimeout(() => setTyping(false), BANNER_DELAY);
    };
    const low = matchMedia(LOW);
    const measure = () => setLow(low.matches);
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    low.addEventListener('change', measure);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
      low.removeEventListener('change', measure);
    };
  }, []);
  return isTyping || isLow;
}
