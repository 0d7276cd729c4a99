import { type NavigateOptions, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useStableCallback } from './use-stable-callback.ts';

/** Values by the name of the query parameter; an empty or undefined one removes it. */
export type UrlChanges = Readonly<Record<string, string | undefined>>;

/** The query with other values of some parameters. */
export function searchWith(params: URLSearchParams, changes: UrlChanges): string {
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  // A query may contain colons, such as that of `entry=work:12`.
  return `?${String(query).replaceAll('%3A', ':')}`;
}

/**
 * The query parameters of the rendered URL, and a function that edits the query and keeps the scroll position.
 *
 * The URL may be ahead of the page, which is rendered in a transition. An edit starts from the URL, so that it does not undo an earlier
 * edit or a link. An edit that the user did not just make, such as a debounced search, must wait until `isUrlRendered` returns true: the
 * user may already have followed a link to another view.
 */
export function useUrlParams() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';

  const isUrlRendered = useStableCallback((): boolean => {
    const { location } = window;
    return isIdle && location.pathname === pathname && String(new URLSearchParams(location.search)) === String(params);
  });
  const edit = useStableCallback((changes: UrlChanges | ((query: URLSearchParams) => UrlChanges), options?: NavigateOptions): void => {
    if (window.location.pathname !== pathname) return;
    const query = new URLSearchParams(window.location.search);
    // Changes the URL at once, as no route has a loader, so that a further edit can start from it.
    void navigate(searchWith(query, typeof changes === 'function' ? changes(query) : changes), { preventScrollReset: true, ...options });
  });
  return { params, edit, isUrlRendered };
}
