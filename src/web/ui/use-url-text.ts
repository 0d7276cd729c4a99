import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from './use-stable-callback.ts';
import { useUrlParams } from './use-url-params.ts';

/** Milliseconds after the last key until a search begins. */
export const TYPING_PAUSE = 300;

/**
 * The text of a field whose value is in the URL, and functions that set it and that mark a value as written to the URL. A value that a link
 * or the back button brings replaces the text; a written one does not, because it may be rendered late, when the user has typed more.
 */
export function useUrlText(value: string) {
  const [typed, setTyped] = useState(value);
  /** The rendered value, then written ones that are not rendered yet. */
  const values = useRef([value]);
  useEffect(() => {
    const index = values.current.lastIndexOf(value);
    values.current = index < 0 ? [value] : values.current.slice(index);
    if (index < 0) setTyped(value);
  }, [value]);
  return [typed, setTyped, (next: string) => void values.current.push(next)] as const;
}

/**
 * Calls `write` when a text has differed from its value in the URL for `TYPING_PAUSE` and the page shows the URL. The function that it
 * returns does not wait for the pause.
 */
export function useDelayedWrite(text: string, value: string, write: (text: string) => void): () => void {
  const { params, isUrlRendered } = useUrlParams();
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const stop = () => {
    clearInterval(timer.current);
    timer.current = undefined;
  };
  const attempt = useStableCallback((): void => {
    if (timer.current === undefined || !isUrlRendered()) return;
    stop();
    write(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same page (`params`) may have removed a text that was written
  useEffect(() => {
    if (text === value) return;
    timer.current = setInterval(attempt, TYPING_PAUSE);
    return stop;
  }, [text, value, params, attempt]);
  return attempt;
}
