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
}
