import { useQuery } from '@tanstack/react-query';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import type { Suggestion } from '../../ui/combobox-suggestions.ts';
import { MAKES } from './makes.ts';

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function distinct(values: readonly string[]): Suggestion[] {
  return values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index).map((value) => ({ value }));
}

/** Own makes of the type before the known ones, and own models of that make. */
export function suggestionsOf(
  vehicles: readonly Vehicle[],
  type: VehicleType,
  make: string,
): { makes: Suggestion[]; models: Suggestion[] } {
  const own = vehicles.filter(({ vehicleType }) => vehicleType === type);
  return {
    makes: distinct([...own.map(({ brand }) => brand), ...MAKES[type]]),
    models: distinct(own.filter(({ brand }) => isSame(brand, make)).map(({ model }) => model)),
  };
}

/** Suggestions for make and model; the list of vehicles is only read from the cache. */
export function useMakes(type: VehicleType, make: string) {
  const { data } = useQuery({ ...vehiclesQuery(), enabled: false });
  return suggestionsOf(data?.data ?? [], type, make);
}
