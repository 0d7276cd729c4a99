import { createVehicle, getVehicle, listVehicles, removeVehicle, updateVehicle, type VehicleFields } from '#contract/vehicles.ts';
import { type Route, route } from '../../http/route.ts';
import type { VehiclesService } from './vehicles.service.ts';

export const vehiclesRoutes = (vehicles: VehiclesService): Route[] => [
  route(listVehicles, ({ caller }) => vehicles.list(caller)),
  route(getVehicle, async ({ caller, params }) => ({ data: await vehicles.get(caller, params.vehicleId) })),
  route(createVehicle, async ({ caller, body, image, idempotencyKey }) => ({
    data: await vehicles.create(caller, { fields: body, image: image ?? new Uint8Array(), idempotencyKey }),
  })),
  route(updateVehicle, async ({ caller, params, body: { unitChange, ...fields }, image }) => ({
    data: await vehicles.update(caller, params.vehicleId, { fields: fields as Partial<VehicleFields>, unitChange }, image),
  })),
  route(removeVehicle, async ({ caller, params }) => {
    await vehicles.remove(caller, params.vehicleId);
    return {};
  }),
];
