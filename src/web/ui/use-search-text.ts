import { useEffect, useRef, useState } from 'react';

/**
 * The text of a search field whose query is in the URL. A query that a link or the back button brings replaces the text; one that was passed
 * to `ask` does not, because it may be rendered late, when further letters have been typed.
 */
export function useSearchText(query: string) {
  const [typed, setTyped] = useState(query);
  /** The rendered query, then those that were asked for and are not rendered yet. */
  const queries = useRef([query]);
  useEffect(() => {
    const rendered = queries.current.lastIndexOf(query);
    queries.current = rendered < 0 ? [query] : queries.current.slice(rendered);
    if (rendered < 0) setTyped(query);
  }, [query]);
  return {
    typed,
    setTyped,
    /** To be called before a query is written to the URL; returns whether it differs from the last one. */
    ask(next: string): boolean {
      const isNew = next !== queries.current.at(-1);
      if (isNew) queries.current.push(next);
      return isNew;
    },
  };
}
