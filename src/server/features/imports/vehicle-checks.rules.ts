import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/errors.ts';
import type { ImportReason } from '#contract/imports.ts';
import { type VehicleFields, vehicleInput } from '#contract/vehicle-input.ts';
import { AppError } from '../../app-error.ts';
import type { FileVehicle } from '../../imports/drafts.ts';
import type { Access, Owner } from '../vehicles/vehicle-access.service.ts';
import { vehicleColumns } from '../vehicles/vehicle-writes.service.ts';

/** The fields of a new vehicle, or what is missing or wrong. */
export function newVehicleOf(
  { fields }: FileVehicle,
  typed: Record<string, string> = {},
): { fields?: VehicleFields; missing: ImportReason[] } {
  const known = Object.entries({ ...fields, ...typed }).filter(([, value]) => value !== null && value !== '');
  const parsed = z.safeParse(vehicleInput, Object.fromEntries(known));
  if (parsed.success) return { fields: parsed.data, missing: [] };
  const missing = parsed.error.issues.map(({ path, message }) => ({ code: message as FieldErrorCode, field: path.join('.') }));
  return { missing };
}

/** What the checks of entries and plans read of a vehicle that is not there yet. */
export const accessOfNew = (fields: VehicleFields, owner: Owner): Access => {
  const columns = vehicleColumns(fields);
  return {
    vehicle: { ...columns, id: 0, user_id: owner.id, archived_at: null, rank: 0 } as unknown as Access['vehicle'],
    owner,
    role: 'owner',
  };
};

/** Why a row cannot be taken. Throws everything but a rejection of the row. */
export function reasonOf(error: unknown): ImportReason {
  if (!(error instanceof AppError)) throw error;
  const [first] = error.fields;
  return { code: (first?.code ?? error.code) as ImportReason['code'], field: first?.field ?? null };
}
