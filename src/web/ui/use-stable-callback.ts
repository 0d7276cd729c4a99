import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that is the same in every render and calls the latest `callback`. It must not be called during rendering. */
export function useStableCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
