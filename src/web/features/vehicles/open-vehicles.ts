import { useCallback, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';

/** Asks a quick-add form to take the focus; the number grows with each wish, 0 is none. */
interface FocusWish {
  id: number;
  count: number;
}

/** Vehicles that have been opened, and whether they still are: what was opened once stays drawn, with all that is typed there. */
type Opened = ReadonlyMap<number, boolean>;

export type OpenVehicles = ReturnType<typeof useOpenVehicles>;

/** The only vehicle of a book is open from the start: its owner comes for nothing else. The functions never change. */
export function useOpenVehicles(vehicles: readonly Vehicle[]) {
  const [opened, setOpened] = useState<Opened>(() => new Map(vehicles.length === 1 ? vehicles.map(({ id }) => [id, true]) : []));
  const [wish, setWish] = useState<FocusWish>({ id: 0, count: 0 });

  const show = useCallback((id: number) => setOpened((before) => (before.get(id) ? before : new Map(before).set(id, true))), []);
  const toggle = useCallback((id: number) => setOpened((before) => new Map(before).set(id, !before.get(id))), []);
  const forget = useCallback((id: number) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))), []);
  const startRecord = useCallback(
    (id: number) => {
      show(id);
      setWish(({ count }) => ({ id, count: count + 1 }));
    },
    [show],
  );
  return { opened, show, toggle, forget, startRecord, focusOf: (id: number): number => (wish.id === id ? wish.count : 0) };
}
