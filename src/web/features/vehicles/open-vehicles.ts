import { useCallback, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';

/** Asks a quick-add form to take the focus; the number grows with each wish, 0 is none. */
interface FocusWish {
  id: number;
  count: number;
}

export type OpenVehicles = ReturnType<typeof useOpenVehicles>;

/** Which vehicles are open. The only vehicle of a book is open from the start: its owner comes for nothing else. */
export function useOpenVehicles(vehicles: readonly Vehicle[]) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(vehicles.length === 1 ? vehicles.map(({ id }) => id) : []));
  const [wish, setWish] = useState<FocusWish>({ id: 0, count: 0 });

  const show = useCallback((id: number) => setOpen((before) => (before.has(id) ? before : new Set(before).add(id))), []);
  const toggle = useCallback((id: number) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const startRecord = useCallback(
    (id: number) => {
      show(id);
      setWish(({ count }) => ({ id, count: count + 1 }));
    },
    [show],
  );
  const forget = useCallback((id: number) => setOpen((before) => new Set([...before].filter((one) => one !== id))), []);
  return { open, show, toggle, forget, startRecord, focusOf: (id: number): number => (wish.id === id ? wish.count : 0) };
}
