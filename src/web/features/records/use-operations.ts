import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import { historyOf } from './record-list.ts';
import { recordsQuery } from './records.queries.ts';

const MAX_VEHICLES = 12;
const MAX_SHOWN = 60;
/** A name typed before stays a good suggestion for a long while. */
const FRESH_FOR = 30 * 60_000;

/** Names of earlier work, the most frequent first. */
export function commonOperations(histories: readonly (readonly ServiceRecord[])[]): string[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { operationName } of histories.flat()) {
    const known = counts.get(operationName.toLowerCase());
    if (known) known.count += 1;
    else counts.set(operationName.toLowerCase(), { name: operationName, count: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_SHOWN)
    .map(({ name }) => name);
}

/**
 * What was typed before on any vehicle, gathered when the field is first reached: this vehicle's history is there already,
 * others are read one by one, so that a book of fifty vehicles costs no flood of requests.
 */
export function useOperations(vehicleId: number, otherVehicleIds: readonly number[]): [string[], () => void] {
  const client = useQueryClient();
  const [operations, setOperations] = useState<string[]>([]);
  const isStarted = useRef(false);

  const gather = useCallback(async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    const histories: ServiceRecord[][] = [];
    for (const id of [vehicleId, ...otherVehicleIds.slice(0, MAX_VEHICLES)]) {
      const answer = await client.fetchInfiniteQuery({ ...recordsQuery(id), staleTime: FRESH_FOR, retry: false }).catch(() => undefined);
      if (!answer) continue;
      histories.push(historyOf(answer.pages).data);
      setOperations(commonOperations(histories));
    }
    isStarted.current = false;
  }, [client, vehicleId, otherVehicleIds]);
  return [operations, gather];
}
