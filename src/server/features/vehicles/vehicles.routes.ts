import type { VehicleFields } from '#contract/vehicle-input.ts';
import { createVehicle, getVehicle, listVehicles, removeVehicle, updateVehicle } from '#contract/vehicles.ts';
import { type Route, route } from '../../http/route.ts';
import type { VehiclesService } from './vehicles.service.ts';

export const vehiclesRoutes = (vehicles: VehiclesService): Route[] => [
  route(listVehicles, ({ caller, query }) => vehicles.list(caller, query.year)),
  route(getVehicle, async ({ caller, params, query }) => ({ data: await vehicles.get(caller, params.vehicleId, query.year) })),
  route(createVehicle, async ({ caller, body, image, idempotencyKey }) => ({
    data: await vehicles.create(caller, { fields: body, image: image ?? new Uint8Array(), idempotencyKey }),
  })),
  route(updateVehicle, async ({ caller, params, query, body: { unitChange, seen, ...fields }, image }) => {
    const change = { fields: fields as Partial<VehicleFields>, unitChange, seen };
    return { data: await vehicles.update(caller, params.vehicleId, change, image, query.year) };
  }),
  route(removeVehicle, async ({ caller, params }) => {
    await vehicles.remove(caller, params.vehicleId);
    return {};
  }),
];
