import { type NavigateOptions, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * The query parameters of the rendered URL, and a function that edits the query and keeps the scroll position.
 *
 * The URL may be ahead of the page, which is rendered in a transition. An edit starts from the URL, so that it does not undo an earlier
 * edit or a link. An edit that the user did not just make, such as a debounced search, must wait until `isShown` returns true or go
 * through `whenShown`: the user may already have followed a link to another view.
 */
export function useUrlParams() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';

  const isShown = useStableCallback((): boolean => {
    const { location } = window;
    return isIdle && location.pathname === pathname && String(new URLSearchParams(location.search)) === String(params);
  });
  const edit = useStableCallback((change: (query: URLSearchParams) => void, options?: NavigateOptions): void => {
    if (window.location.pathname !== pathname) return;
    const query = new URLSearchParams(window.location.search);
    change(query);
    // Changes the URL at once, as no route has a loader, so that a further edit can start from it.
    void navigate(`?${query}`, { preventScrollReset: true, ...options });
  });
  /** Calls `action` after `pause` milliseconds, or later, when the page shows the URL. Returns a function that cancels it. */
  const whenShown = useStableCallback((pause: number, action: () => void): (() => void) => {
    const timer = setInterval(() => {
      if (!isShown()) return;
      clearInterval(timer);
      action();
    }, pause);
    return () => clearInterval(timer);
  });
  return { params, edit, isShown, whenShown };
}
