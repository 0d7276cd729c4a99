/** A view of a page that the server renders, selected by the query string. */
export interface PageView {
  /** The query of the view's canonical address: `?tab=registration&view=terms`. */
  query: string;
  /** Translation namespaces that it needs in addition to the page's. */
  namespaces: readonly string[];
  /** Translation key of its title, description and keywords. Without it, the view has the head and canonical address of its page. */
  head?: string;
}

export interface PageHandle {
  /** The normalized path of the page, or its pattern (`/service/:vehicleId`). */
  path: string;
  /** Path of the canonical address, for a pattern. */
  canonicalPath?: string;
  /** Key in Vite's manifest of the module that `lazy` loads; the document preloads it. */
  module: string;
  /** Translation namespaces that the page needs in addition to `shell`. */
  namespaces: readonly string[];
  /** Translation key of its title, description and keywords. */
  head: string;
  /** Whether search engines may index the page; it is then listed in the sitemap in each language. */
  isPublic: boolean;
  status?: 404;
  views?: readonly PageView[];
}

/** Returns the view that a query selects; other parameters are ignored. */
export function viewOf({ views = [] }: Pick<PageHandle, 'views'>, query: string): PageView | undefined {
  const requested = new URLSearchParams(query);
  return views.find((view) => [...new URLSearchParams(view.query)].every(([name, value]) => requested.get(name) === value));
}
