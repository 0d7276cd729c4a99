import { normalizeHin, type Vehicle } from '#contract/vehicles.ts';

type Searchable = Pick<Vehicle, 'brand' | 'model' | 'year' | 'vin' | 'hinNumber' | 'serialNumber'>;

/** Normalizes compatible characters, case and spaces; й and ї keep their diacritics. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The vehicle's identifying number; its kind depends on the type. */
export const numberOf = (vehicle: Pick<Vehicle, 'vin' | 'hinNumber' | 'serialNumber'>): string =>
  vehicle.vin ?? vehicle.hinNumber ?? vehicle.serialNumber ?? '';

/**
 * Whether the number, or brand, model and year, contain the query. Numbers match in either keyboard layout and with or without hyphens:
 * Cyrillic letters that look Latin count as Latin.
 */
export function isFound(vehicle: Searchable, query: string): boolean {
  const needle = fold(query);
  if (needle === '') return true;
  if (fold(`${vehicle.brand} ${vehicle.model} ${vehicle.year}`).includes(needle)) return true;
  const number = normalizeHin(query.normalize('NFKC'));
  return number !== '' && normalizeHin(numberOf(vehicle).normalize('NFKC')).includes(number);
}
