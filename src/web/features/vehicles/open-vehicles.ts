import { useCallback, useEffect, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';
import { tabStore } from '../../storage.ts';

/** Asks a quick-add form to take the focus; the number grows with each wish, 0 is none. */
interface FocusWish {
  id: number;
  count: number;
}

/** Vehicles that have been opened, and whether they still are: what was opened once stays drawn, with all that is typed there. */
type Opened = ReadonlyMap<number, boolean>;

export type OpenVehicles = ReturnType<typeof useOpenVehicles>;

const KEY = 'carnet.open';

const readOpen = (): string[] => (tabStore.get(KEY) ?? '').split(' ');

function writeOpen(opened: Opened): void {
  const open = [...opened].filter(([, isOpen]) => isOpen);
  tabStore.set(KEY, open.map(([id]) => id).join(' ') || null);
}

/** The vehicles that were open in this tab before; of a book with one vehicle, that one. */
function openAtFirst(vehicles: readonly Vehicle[]): Opened {
  const before = readOpen();
  const open = vehicles.length === 1 ? vehicles : vehicles.filter(({ id }) => before.includes(String(id)));
  return new Map(open.map(({ id }) => [id, true]));
}

/** The functions never change. */
export function useOpenVehicles(vehicles: readonly Vehicle[]) {
  const [opened, setOpened] = useState<Opened>(() => openAtFirst(vehicles));
  const [wish, setWish] = useState<FocusWish>({ id: 0, count: 0 });

  useEffect(() => writeOpen(opened), [opened]);

  const show = useCallback((id: number) => setOpened((before) => (before.get(id) ? before : new Map(before).set(id, true))), []);
  const hide = useCallback((id: number) => setOpened((before) => (before.get(id) ? new Map(before).set(id, false) : before)), []);
  const toggle = useCallback((id: number) => setOpened((before) => new Map(before).set(id, !before.get(id))), []);
  const forget = useCallback((id: number) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))), []);
  const startRecord = useCallback(
    (id: number) => {
      show(id);
      setWish(({ count }) => ({ id, count: count + 1 }));
    },
    [show],
  );
  return { opened, show, hide, toggle, forget, startRecord, focusOf: (id: number): number => (wish.id === id ? wish.count : 0) };
}
