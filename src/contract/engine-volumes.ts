import { ENGINE_VOLUME_MAX } from './limits.ts';
import type { VehicleType } from './vehicle-type-list.ts';

/** Litres: above `usual` the number may be in cm³, above `max` it is rejected. */
interface EngineVolumes {
  usual: number;
  max: number;
}

const SMALL = { usual: 3, max: 10 };
const LARGE = { usual: 30, max: 100 };
const ANY = { usual: 30, max: ENGINE_VOLUME_MAX };

/** Engine volumes of each type. Engines of ships and of vehicles of other kinds have up to thousands of litres. */
export const ENGINE_VOLUMES: Record<Exclude<VehicleType, 'bicycle'>, EngineVolumes> = {
  scooter: SMALL,
  motorcycle: SMALL,
  atv: SMALL,
  snowmobile: SMALL,
  jet_ski: SMALL,
  car: { usual: 10, max: 50 },
  truck: LARGE,
  bus: LARGE,
  boat: ANY,
  yacht: ANY,
  other: ANY,
};
