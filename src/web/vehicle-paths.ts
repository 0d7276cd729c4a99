import { VEHICLE_VIEWS, type VehicleView, vehiclePath } from './paths.ts';

/** The id in the path of a vehicle's page; undefined if it is not a number. */
export const vehicleIdOf = (param: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(param ?? '') ? Number(param) : undefined;
/** The view in the path of a vehicle's page. */
export const vehicleViewOf = (path: string): VehicleView =>
  VEHICLE_VIEWS.find((view) => path.replace(/\/+$/, '').toLowerCase().endsWith(`/${view}`)) ?? 'history';
/** The vehicle's history with the form for a new entry of a kind. */
export const newEntryPath = (vehicleId: number, kind: string): string => `${vehiclePath(vehicleId)}?new=${kind}`;
/** The same for a work, with its name and what it cost the last time. */
export const newWorkPath = (vehicleId: number, name: string): string =>
  `${newEntryPath(vehicleId, 'work')}&work=${encodeURIComponent(name)}`;
/** The vehicle's history, beginning with one of its entries (`work:12`). */
export const entryPath = (vehicleId: number, key: string): string => `${vehiclePath(vehicleId)}?entry=${key}`;
