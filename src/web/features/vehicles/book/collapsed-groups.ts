import { useCallback, useState } from 'react';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { localStore } from '../../../storage.ts';

const keyOf = (userId: number | undefined): string => `carnet.groups.${userId ?? 'me'}`;

function read(userId: number | undefined): ReadonlySet<VehicleType> {
  const stored = (localStore.get(keyOf(userId)) ?? '').split(' ');
  return new Set(VEHICLE_TYPES.filter((type) => stored.includes(type)));
}

/** The groups this user has folded, stored in this browser. */
export function useCollapsedGroups(userId: number | undefined) {
  const [collapsed, setCollapsed] = useState(() => read(userId));
  const change = useCallback(
    (type: VehicleType, isCollapsed: (before: boolean) => boolean) =>
      setCollapsed((before) => {
        const next = new Set([...before].filter((one) => one !== type));
        if (isCollapsed(before.has(type))) next.add(type);
        localStore.set(keyOf(userId), [...next].join(' '));
        return next;
      }),
    [userId],
  );
  return {
    collapsed,
    toggleGroup: useCallback((type: VehicleType) => change(type, (before) => !before), [change]),
    unfoldGroup: useCallback((type: VehicleType) => change(type, () => false), [change]),
  };
}
