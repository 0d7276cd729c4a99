import { useQuery } from '@tanstack/react-query';
import { folded } from '#contract/folded.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehiclesQuery } from '../../../api/vehicles.queries.ts';
import type { Suggestion } from '../../../ui/combobox-suggestions.ts';
import knownMakes from './makes.json' with { type: 'json' };

const isSame = (a: string, b: string): boolean => folded(a) === folded(b);

function distinct(values: readonly string[]): Suggestion[] {
  return values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index).map((value) => ({ value }));
}

/** The user's own makes of the type followed by the known makes, and the user's own models of the typed make. */
export function suggestionsOf(
  vehicles: readonly Vehicle[],
  type: VehicleType,
  make: string,
): { makes: Suggestion[]; models: Suggestion[] } {
  const own = vehicles.filter(({ vehicleType }) => vehicleType === type);
  return {
    makes: distinct([...own.map(({ brand }) => brand), ...knownMakes[type]]),
    models: distinct(own.filter(({ brand }) => isSame(brand, make)).map(({ model }) => model)),
  };
}

/** Suggestions for make and model; reads the list of vehicles from the cache only. */
export function useMakes(type: VehicleType, make: string) {
  const { data } = useQuery({ ...vehiclesQuery(), enabled: false });
  return suggestionsOf(data?.data ?? [], type, make);
}
