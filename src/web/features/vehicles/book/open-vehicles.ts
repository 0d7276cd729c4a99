import { startTransition, useCallback, useEffect, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';
import { tabStore } from '../../../storage.ts';

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

const shownIn =
  (id: number, isOpen: boolean) =>
  (before: Opened): Opened =>
    (before.get(id) ?? false) === isOpen ? before : new Map(before).set(id, isOpen);

/**
 * All returned functions except `focusOf` keep their identity. `drawn` follows `opened`, but the browser first shows that a vehicle is open
 * or closed: its history and forms take far longer to render than its line.
 */
export function useOpenVehicles(vehicles: readonly Vehicle[]) {
  const [opened, setOpened] = useState<Opened>(() => openAtFirst(vehicles));
  const [drawn, setDrawn] = useState(opened);
  const [request, setRequest] = useState<FocusRequest>({ id: 0, count: 0 });

  useEffect(() => writeOpen(opened), [opened]);

  const change = useCallback((update: (before: Opened) => Opened) => {
    setOpened(update);
    startTransition(() => setDrawn(update));
  }, []);
  const show = useCallback((id: number) => change(shownIn(id, true)), [change]);
  const hide = useCallback((id: number) => change(shownIn(id, false)), [change]);
  const toggle = useCallback((id: number) => change((before) => new Map(before).set(id, !before.get(id))), [change]);
  const forget = useCallback((id: number) => change((before) => new Map([...before].filter(([one]) => one !== id))), [change]);
  const startRecord = useCallback((id: number) => {
    // Not deferred: phones open their keyboard only for a field that takes the focus during the tap.
    setOpened(shownIn(id, true));
    setDrawn(shownIn(id, true));
    setRequest(({ count }) => ({ id, count: count + 1 }));
  }, []);
  const focusOf = (id: number): number => (request.id === id ? request.count : 0);
  return { opened, drawn, show, hide, toggle, forget, startRecord, focusOf };
}
