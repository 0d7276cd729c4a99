import { useEffect, useState } from 'react';

/** Milliseconds for which a click is ignored as a double click, or as meant for what was there before. */
const DOUBLE_CLICK_GUARD_MS = 1_000;

/**
 * Whether a value has been shown long enough to accept a click. The first value is accepted at once, and so is the first after a change of
 * `scope`: the user chose to see something else. An undefined value is still being loaded.
 */
export function useIsUnchanged(value: string | undefined, scope = ''): boolean {
  const [settled, setSettled] = useState({ value, scope });
  const isFirst = value !== undefined && (settled.value === undefined || settled.scope !== scope);
  if (isFirst) setSettled({ value, scope });
  useEffect(() => {
    if (settled.value === value) return;
    const timer = setTimeout(() => setSettled({ value, scope }), DOUBLE_CLICK_GUARD_MS);
    return () => clearTimeout(timer);
  }, [settled, value, scope]);
  return settled.value === value;
}
