import { type RefObject, useEffect, useState } from 'react';

const isOver = (a: DOMRect, b: DOMRect): boolean => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

/** The focused element and the submit button of its form, unless the focus is in the notices. */
function inUse(notices: Element): Element[] {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body || notices.contains(focused)) return [];
  const submit = focused.closest('form')?.querySelector('[type=submit]');
  return submit ? [focused, submit] : [];
}

/**
 * Becomes true when the notices at the lower edge of the window would cover the focused field or the submit button of its form. Stays true
 * until all notices are closed, so that they move at most once.
 */
export function useIsRaised(region: RefObject<Element | null>, isEmpty: boolean): boolean {
  const [isRaised, setRaised] = useState(false);
  useEffect(() => {
    if (isEmpty) return setRaised(false);
    const update = () => {
      const notices = region.current;
      if (!notices) return;
      const bounds = notices.getBoundingClientRect();
      if (inUse(notices).some((element) => isOver(bounds, element.getBoundingClientRect()))) setRaised(true);
    };
    update();
    document.addEventListener('focusin', update);
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      document.removeEventListener('focusin', update);
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [region, isEmpty]);
  return isRaised;
}
