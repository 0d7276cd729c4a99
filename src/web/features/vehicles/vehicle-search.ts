import { normalizeHin, type Vehicle } from '#contract/vehicles.ts';

type Sought = Pick<Vehicle, 'brand' | 'model' | 'year' | 'vin' | 'hinNumber' | 'serialNumber'>;

/** Compatible forms as one, without case; й and ї stay what they are. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The identifying number, whichever the vehicle's type carries. */
export const numberOf = (vehicle: Pick<Vehicle, 'vin' | 'hinNumber' | 'serialNumber'>): string =>
  vehicle.vin ?? vehicle.hinNumber ?? vehicle.serialNumber ?? '';

/**
 * Whether any part of the number, brand or model answers the query (specification 2 and product decisions, part 3).
 * Numbers are found from either keyboard layout, with or without hyphens: Cyrillic letters that look Latin count as Latin.
 */
export function isFound(vehicle: Sought, query: string): boolean {
  const sought = fold(query);
  if (sought === '') return true;
  if (fold(`${vehicle.brand} ${vehicle.model} ${vehicle.year}`).includes(sought)) return true;
  const number = normalizeHin(query.normalize('NFKC'));
  return number !== '' && normalizeHin(numberOf(vehicle).normalize('NFKC')).includes(number);
}
