/** A view of a page, chosen by the query, that the server renders. */
export interface PageView {
  /** As it stands in the view's own address: `?tab=registration&view=terms`. */
  query: string;
  /** Text files that it needs beside the page's. */
  namespaces: readonly string[];
  /** Key of its title, description and keywords. Without it the view is a part of its page: same head, same canonical address. */
  head?: string;
}

export interface PageHandle {
  /** The page's own address, whatever spelling of it led there. */
  path: string;
  /** The file that `lazy` loads, as Vite's manifest names it: the document preloads it. */
  module: string;
  /** Text files that the page needs beside the shell's. */
  namespaces: readonly string[];
  /** Key of its title, description and keywords. */
  head: string;
  /** Found by search engines, in each language. */
  isPublic: boolean;
  status?: 404;
  views?: readonly PageView[];
}

/** The view that a query asks for; what else stands in it does not matter. */
export function viewOf({ views = [] }: Pick<PageHandle, 'views'>, query: string): PageView | undefined {
  const asked = new URLSearchParams(query);
  return views.find((view) => [...new URLSearchParams(view.query)].every(([name, value]) => asked.get(name) === value));
}
