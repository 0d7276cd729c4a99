import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * The query parameters of the URL, and a function that edits them and keeps the scroll position. An edit starts from the parameters
 * requested last, so that it does not undo an earlier one that is not rendered yet.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  /** The rendered parameters, then requested ones that are not rendered yet. */
  const requested = useRef([params]);
  useLayoutEffect(() => {
    const index = requested.current.map(String).lastIndexOf(String(params));
    requested.current = index < 0 ? [params] : requested.current.slice(index);
  }, [params]);
  const edit = useStableCallback((change: (next: URLSearchParams) => void, options?: NavigateOptions) => {
    const next = new URLSearchParams(requested.current.at(-1));
    change(next);
    requested.current.push(next);
    setParams(next, { preventScrollReset: true, ...options });
  });
  return [params, edit] as const;
}
