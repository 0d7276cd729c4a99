import { convertDistance, type Distance, TENTHS } from '#contract/units.ts';
import type { VehicleFields } from '#contract/vehicle-input.ts';
import type { VehicleRow } from './vehicles.repo.ts';

type MileageRow = Pick<VehicleRow, 'mileage' | 'mileage_unit' | 'other_mileage'>;

/** The mileage in the unit `to`: what it was before it was converted, or else rounded; undefined without mileage. */
export function convertedMileage({ mileage, other_mileage: other }: MileageRow, to: Distance): number | undefined {
  if (mileage === null) return undefined;
  return other === null ? convertDistance(mileage / TENTHS, to) : other / TENTHS;
}

/** What is stored as the mileage in the other unit after a change: nothing if the change enters another mileage, or only another unit. */
export function otherMileage(row: MileageRow, changed: VehicleFields, converted: Distance | undefined): number | null {
  if (row.mileage === null || changed.mileage === undefined) return null;
  if (converted) return changed.mileage === convertedMileage(row, converted) ? row.mileage : null;
  return changed.mileageUnit === row.mileage_unit && changed.mileage === row.mileage / TENTHS ? row.other_mileage : null;
}
