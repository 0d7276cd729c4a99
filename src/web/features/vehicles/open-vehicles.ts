import { useCallback, useEffect, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';
import { tabStore } from '../../storage.ts';

/** Asks the record form of vehicle `id` to take the focus; `count` increases with each request, 0 means none. */
interface FocusRequest {
  id: number;
  count: number;
}

/** Vehicles that have been opened, and whether they are open now. A vehicle once opened stays mounted, with its unsaved input. */
type Opened = ReadonlyMap<number, boolean>;

export type OpenVehicles = ReturnType<typeof useOpenVehicles>;

const KEY = 'carnet.open';

const readOpen = (): string[] => (tabStore.get(KEY) ?? '').split(' ');

function writeOpen(opened: Opened): void {
  const open = [...opened].filter(([, isOpen]) => isOpen);
  tabStore.set(KEY, open.map(([id]) => id).join(' ') || null);
}

/** The vehicles that were open in this tab before; if there is only one vehicle, that one. */
function openAtFirst(vehicles: readonly Vehicle[]): Opened {
  const before = readOpen();
  const open = vehicles.length === 1 ? vehicles : vehicles.filter(({ id }) => before.includes(String(id)));
  return new Map(open.map(({ id }) => [id, true]));
}

/** All returned functions except `focusOf` keep their identity. */
export function useOpenVehicles(vehicles: readonly Vehicle[]) {
  const [opened, setOpened] = useState<Opened>(() => openAtFirst(vehicles));
  const [request, setRequest] = useState<FocusRequest>({ id: 0, count: 0 });

  useEffect(() => writeOpen(opened), [opened]);

  const show = useCallback((id: number) => setOpened((before) => (before.get(id) ? before : new Map(before).set(id, true))), []);
  const hide = useCallback((id: number) => setOpened((before) => (before.get(id) ? new Map(before).set(id, false) : before)), []);
  const toggle = useCallback((id: number) => setOpened((before) => new Map(before).set(id, !before.get(id))), []);
  const forget = useCallback((id: number) => setOpened((before) => new Map([...before].filter(([one]) => one !== id))), []);
  const startRecord = useCallback(
    (id: number) => {
      show(id);
      setRequest(({ count }) => ({ id, count: count + 1 }));
    },
    [show],
  );
  return { opened, show, hide, toggle, forget, startRecord, focusOf: (id: number): number => (request.id === id ? request.count : 0) };
}
