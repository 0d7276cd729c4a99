import type { ExportedVehicle } from '#contract/export-file.ts';
import { folded, foldedCode } from '#contract/folded.ts';
import { IMPORT_NEW, IMPORT_NOWHERE, type ImportReason, type ImportTarget } from '#contract/imports.ts';
import { ARCHIVED_MAX, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { FileVehicle, VehicleFacts } from '../../imports/drafts.ts';

/** A vehicle of the account. */
export interface OwnVehicle {
  id: number;
  vehicle: ExportedVehicle;
}

/** What the user has said about a vehicle of the file. */
export interface VehicleAnswer {
  target?: ImportTarget | undefined;
  fields?: Record<string, string> | undefined;
}

export interface Placed {
  target: ImportTarget;
  isGuess: boolean;
  /** Why nothing of the vehicle is brought. */
  reason: ImportReason | null;
}

export const numberOf = ({ vin, hinNumber, serialNumber }: VehicleFacts): string | null => vin ?? hinNumber ?? serialNumber ?? null;
/** What the file calls a vehicle. */
export const nameOf = ({ name, fields }: Pick<FileVehicle, 'name' | 'fields'>): string => name || brandAndModel(fields);
const brandAndModel = ({ brand, model }: VehicleFacts): string => [brand, model].filter(Boolean).join(' ');

const because = (code: ImportReason['code']): ImportReason => ({ code, field: null });

/** Where the vehicles of a file go: as answered, else to the vehicle with the same number, else as a guess to that of the same name. */
export function placeVehicles(
  vehicles: readonly FileVehicle[],
  answers: readonly (VehicleAnswer | undefined)[],
  own: readonly OwnVehicle[],
  limit: number | null,
): Placed[] {
  const room = roomOf(own, limit);
  return vehicles.map((vehicle, index) => {
    const { fields, isArchived } = vehicle;
    const answered = answers[index]?.target;
    const { target, isGuess } = answered === undefined ? foundFor(vehicle, own) : { target: answered, isGuess: false };
    if (target === IMPORT_NOWHERE) return { target, isGuess, reason: null };
    if (target === IMPORT_NEW) return { target, isGuess, reason: room.take(isArchived) };
    return {
      target,
      isGuess,
      reason: misfitOf(
        fields,
        own.find(({ id }) => id === target),
      ),
    };
  });
}

function foundFor(found: FileVehicle, own: readonly OwnVehicle[]): Pick<Placed, 'target' | 'isGuess'> {
  const { fields } = found;
  const number = numberOf(fields);
  const same = own.find(({ vehicle }) => number !== null && numberOf(vehicle) === number);
  if (same) return { target: same.id, isGuess: false };
  const guess = number === null ? guessFor(found, own) : undefined;
  return guess ? { target: guess.id, isGuess: true } : { target: IMPORT_NEW, isGuess: false };
}

/** The only vehicle with the same plate, name or model; for a file that names none, the only one that can be changed. */
function guessFor({ name, fields }: FileVehicle, own: readonly OwnVehicle[]): OwnVehicle | undefined {
  const usable = own.filter(({ vehicle }) => vehicle.archivedAt === null && !vehicle.isHidden);
  const [plate, names] = [foldedCode(fields.plate ?? ''), [name ?? '', brandAndModel(fields)].map(folded).filter(Boolean)];
  if (!plate && names.length === 0) return usable.length === 1 ? usable[0] : undefined;
  const same = own.filter(({ vehicle }) => plate !== '' && foldedCode(vehicle.plate ?? '') === plate);
  const named = own.filter(({ vehicle }) => names.includes(folded(brandAndModel(vehicle))));
  const likeModel = own.filter(({ vehicle }) => names.includes(folded(vehicle.model)));
  const [first, second] = [same, named, likeModel].find(({ length }) => length > 0) ?? [];
  return second ? undefined : first;
}

/** Counts the new vehicles against the limits of the tariff, of the archive and of the account. */
function roomOf(own: readonly OwnVehicle[], limit: number | null) {
  const archived = own.filter(({ vehicle }) => vehicle.archivedAt !== null).length;
  const taken = { active: own.length - archived, archived };
  return {
    take(isArchived: boolean): ImportReason | null {
      if (taken.active + taken.archived >= VEHICLES_PER_ACCOUNT) return because('carsApi.accountLimit');
      if (isArchived && taken.archived >= ARCHIVED_MAX) return because('carsApi.archiveLimit');
      if (!isArchived && limit !== null && taken.active >= limit) return because('carsApi.limit');
      taken[isArchived ? 'archived' : 'active'] += 1;
      return null;
    },
  };
}

function misfitOf(fields: VehicleFacts, own: OwnVehicle | undefined): ImportReason | null {
  if (!own) return because('carsApi.404');
  if (own.vehicle.archivedAt !== null) return because('carsApi.archived');
  if (own.vehicle.isHidden) return because('carsApi.hidden');
  const { vehicleType, mileageUnit = null } = fields;
  if (!vehicleType) return null;
  const isSame = readingUnitOf(vehicleType, mileageUnit) === readingUnitOf(own.vehicle.vehicleType, own.vehicle.mileageUnit);
  return isSame ? null : because('importsApi.otherUnit');
}
