import { folded } from '#contract/folded.ts';
import { MODEL_MAX } from '#contract/limits.ts';
import type { FileVehicle, VehicleFacts } from './drafts.ts';

/** The vehicles that rows name, by the place at which they appear; one without a name for all rows if they name none. */
export function newVehicles() {
  const list: FileVehicle[] = [];
  const places = new Map<string, number>();
  return {
    list,
    of(name: string, facts?: VehicleFacts): number {
      const known = places.get(folded(name));
      if (known !== undefined) return known;
      places.set(folded(name), list.length);
      const fields = facts ?? (name ? { model: name.slice(0, MODEL_MAX) } : {});
      return list.push({ fields, name: name || null, isArchived: false, note: null }) - 1;
    },
  };
}
export type Vehicles = ReturnType<typeof newVehicles>;
