import { type RefObject, useEffect, useState } from 'react';

const isOver = (a: DOMRect, b: DOMRect): boolean => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

/** What the person is about to use: the field with the focus, and the button that submits its form. */
function inUse(notices: Element): Element[] {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body || notices.contains(focused)) return [];
  const submit = focused.closest('form')?.querySelector('[type=submit]');
  return submit ? [focused, submit] : [];
}

/**
 * True as soon as the notices, which stand at the lower edge of the window, would cover a field that is being filled in or the button of
 * its form. It stays true until all notices are gone, so that they move once at most.
 */
export function useIsRaised(region: RefObject<Element | null>, isEmpty: boolean): boolean {
  const [isRaised, setRaised] = useState(false);
  useEffect(() => {
    if (isEmpty) return setRaised(false);
    const look = () => {
      const notices = region.current;
      if (!notices) return;
      const place = notices.getBoundingClientRect();
      if (inUse(notices).some((element) => isOver(place, element.getBoundingClientRect()))) setRaised(true);
    };
    look();
    document.addEventListener('focusin', look);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('focusin', look);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [region, isEmpty]);
  return isRaised;
}
