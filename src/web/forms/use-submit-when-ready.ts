import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';

/** State of a photo that is being shrunk or uploaded; `failed` means that it cannot be used. */
export type Preparation = 'busy' | 'ready' | 'failed';

/**
 * Delays the submission of a form until its photos are prepared. If a photo fails, the submission is cancelled and `onFailed` is called
 * with the key of the photo.
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
    setBusy((keys) => new Set(preparation === 'busy' ? [...keys, key] : [...keys].filter((other) => other !== key)));
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
