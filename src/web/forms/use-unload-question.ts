import { type RefObject, useEffect } from 'react';

/**
 * The browser asks before the tab is closed or reloaded while `isDirty`. For forms whose draft survives navigation inside the
 * application; `useLeaveGuard` includes it. `isBlocking` can suspend the question before the next render.
 */
export function useUnloadQuestion(isDirty: boolean, isBlocking?: RefObject<boolean>): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (isBlocking?.current ?? true) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, isBlocking]);
}
