import { useState } from 'react';
import { VEHICLE_TYPES, type VehicleType } from '#contract/vehicle-types.ts';

const keyOf = (userId: number | undefined): string => `carnet.groups.${userId ?? 'me'}`;

function read(userId: number | undefined): ReadonlySet<VehicleType> {
  const kept = (localStorage.getItem(keyOf(userId)) ?? '').split(' ');
  return new Set(VEHICLE_TYPES.filter((type) => kept.includes(type)));
}

/** Which groups this user has folded, remembered in this browser. */
export function useCollapsedGroups(userId: number | undefined): [ReadonlySet<VehicleType>, (type: VehicleType) => void] {
  const [collapsed, setCollapsed] = useState(() => read(userId));
  function toggle(type: VehicleType) {
    const next = new Set(collapsed);
    if (!next.delete(type)) next.add(type);
    localStorage.setItem(keyOf(userId), [...next].join(' '));
    setCollapsed(next);
  }
  return [collapsed, toggle];
}
