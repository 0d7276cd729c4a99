import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Of a photo that is being shrunk or uploaded; `failed` when it cannot be used. */
export type Preparation = 'busy' | 'ready' | 'failed';

/**
 * Holds back a submitted form until its photos are prepared, then submits it. A failed photo cancels that: `onFailed` is called with
 * its key, to show the reason.
 */
export function useSubmitWhenReady(onFailed: (key: string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [isWaiting, setWaiting] = useState(false);
  const isPreparing = busy.size > 0;
  const latest = useRef({ isWaiting, onFailed });
  useEffect(() => {
    latest.current = { isWaiting, onFailed };
  });

  const report = useCallback((key: string, preparation: Preparation) => {
    setBusy((known) => new Set(preparation === 'busy' ? [...known, key] : [...known].filter((other) => other !== key)));
    if (preparation !== 'failed') return;
    setWaiting(false);
    if (latest.current.isWaiting) latest.current.onFailed(key);
  }, []);

  useEffect(() => {
    if (!isWaiting || isPreparing) return;
    setWaiting(false);
    form.current?.requestSubmit();
  }, [isWaiting, isPreparing]);

  const submitWhenReady = (submit: (event: SyntheticEvent<HTMLFormElement>) => void) => (event: SyntheticEvent<HTMLFormElement>) => {
    if (!isPreparing) return submit(event);
    event.preventDefault();
    setWaiting(true);
  };
  return { form, isPreparing, isWaiting, report, submitWhenReady };
}

/** Focuses the file input of a `PhotoField`. */
export const focusPhoto = (path: string): void => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
