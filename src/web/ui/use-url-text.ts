import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field whose value is in the URL, and functions that set it and that note a value before it is written to the URL. A value
 * that a link or the back button brings replaces the text; a noted one does not, because it may be rendered late, when the user has typed
 * more. `note` returns whether the value differs from the last one.
 */
export function useUrlText(value: string) {
  const [typed, setTyped] = useState(value);
  /** The rendered value, then noted ones that are not rendered yet. */
  const values = useRef([value]);
  useEffect(() => {
    const index = values.current.lastIndexOf(value);
    values.current = index < 0 ? [value] : values.current.slice(index);
    if (index < 0) setTyped(value);
  }, [value]);
  function note(next: string): boolean {
    if (next === values.current.at(-1)) return false;
    values.current.push(next);
    return true;
  }
  return [typed, setTyped, note] as const;
}
