import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sumsQuery, vehicle, vehicleParams } from './vehicles.ts';

export const listArchivedVehicles = endpoint({
  method: 'GET',
  path: '/api/vehicles/archived',
  access: 'user',
  summary: 'List the user’s archived vehicles, at most 20, the last archived first.',
  query: sumsQuery,
  answer: z.object({ data: z.array(vehicle) }),
  unexpectedError: 'carsApi.500',
  errors: [],
});

export const archiveVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/archive',
  access: 'user',
  summary:
    'Archive a vehicle, even a hidden one: it can then only be read, restored or deleted, and does not count in the tariff’s limit. A repeated request changes nothing.',
  params: vehicleParams,
  query: sumsQuery,
  answer: z.object({ data: vehicle }),
  successCode: 'carsApi.archive.success',
  unexpectedError: 'carsApi.500',
  errors: ['carsApi.404', 'carsApi.archiveLimit'],
});

export const restoreVehicle = endpoint({
  method: 'POST',
  path: '/api/vehicles/{vehicleId}/restore',
  access: 'user',
  summary:
    'Restore an archived vehicle: until its `undoUntil`, or from its `restorableFrom` if the tariff has room (403 with Retry-After before that). A repeated request changes nothing.',
  params: vehicleParams,
  query: sumsQuery,
  answer: z.object({ data: vehicle }),
  successCode: 'carsApi.restore.success',
  unexpectedError: 'carsApi.500',
  errors: ['carsApi.404', 'carsApi.hidden', 'carsApi.restoreEarly', 'carsApi.restoreLimit'],
});
