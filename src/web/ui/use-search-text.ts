import { useEffect, useRef, useState } from 'react';

/**
 * The text of a search field whose query is in the URL, and functions that set it and that note a query before it is written to the URL. A
 * query that a link or the back button brings replaces the text; a noted one does not, because it may be rendered late, when further letters
 * have been typed. `note` returns whether the query differs from the last one.
 */
export function useSearchText(query: string) {
  const [typed, setTyped] = useState(query);
  /** The rendered query, then noted ones that are not rendered yet. */
  const queries = useRef([query]);
  useEffect(() => {
    const index = queries.current.lastIndexOf(query);
    queries.current = index < 0 ? [query] : queries.current.slice(index);
    if (index < 0) setTyped(query);
  }, [query]);
  function note(next: string): boolean {
    if (next === queries.current.at(-1)) return false;
    queries.current.push(next);
    return true;
  }
  return [typed, setTyped, note] as const;
}
