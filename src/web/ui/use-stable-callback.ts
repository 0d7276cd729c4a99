import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function in every render, as memoized components need it; calls the latest `callback`. Not to be called while rendering. */
export function useStableCallback<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
