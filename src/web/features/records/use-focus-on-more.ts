import { useEffect, useRef } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import { findInRow } from './record-actions.tsx';

/**
 * Moves the focus to the first newly loaded record when its row is rendered, because the button then follows the new records or is removed.
 */
export function useFocusOnMore(drawn: readonly ServiceRecord[], focusFrom: number | undefined): void {
  const handled = useRef<number>(undefined);
  const firstId = focusFrom === undefined ? undefined : drawn[focusFrom]?.id;
  useEffect(() => {
    if (focusFrom === handled.current || (focusFrom !== undefined && firstId === undefined)) return;
    handled.current = focusFrom;
    const { activeElement } = document;
    if (firstId === undefined || !(activeElement === document.body || activeElement?.closest('[data-more]'))) return;
    findInRow(firstId)?.focus({ preventScroll: true });
  }, [focusFrom, firstId]);
}
