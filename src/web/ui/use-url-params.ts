import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigation, useSearchParams } from 'react-router';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * The query parameters of the URL, and a function that edits them and keeps the scroll position. An edit starts from the parameters
 * requested last, so that it does not undo an earlier one that is not rendered yet. Once the user has followed a link, an edit is ignored.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  /** The rendered parameters, then requested ones that are not rendered yet. */
  const requested = useRef([params]);
  useLayoutEffect(() => {
    const index = requested.current.map(String).lastIndexOf(String(params));
    requested.current = index < 0 ? [params] : requested.current.slice(index);
  }, [params]);

  /** Whether the URL is still that of this page: a link changes it before the next page is rendered. */
  function isHere(): boolean {
    const { location } = window;
    const now = String(new URLSearchParams(location.search));
    return isIdle && location.pathname === pathname && requested.current.map(String).includes(now);
  }
  const edit = useStableCallback((change: (next: URLSearchParams) => void, options?: NavigateOptions) => {
    if (!isHere()) return;
    const next = new URLSearchParams(requested.current.at(-1));
    change(next);
    requested.current.push(next);
    setParams(next, { preventScrollReset: true, ...options });
  });
  return [params, edit] as const;
}
