import { folded, foldedCode } from '#contract/folded.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { numberOf } from '../vehicle-number.ts';

type Searchable = Pick<Vehicle, 'brand' | 'model' | 'year' | 'vin' | 'hinNumber' | 'serialNumber' | 'plate' | 'note'>;

/**
 * Whether each word of the query is in make, model, year, type or note, or in one of its numbers, however that is spelled. `typeName` is the
 * type in the language of the page.
 */
export function isFound(vehicle: Searchable, typeName: string, query: string): boolean {
  const words = folded(query).split(' ');
  const text = folded(`${vehicle.brand} ${vehicle.model} ${vehicle.year} ${typeName} ${vehicle.note ?? ''}`);
  const numbers = [numberOf(vehicle), vehicle.plate ?? ''].map(foldedCode).join(' ');
  return words.every((word) => {
    const code = foldedCode(word);
    return text.includes(word) || (code !== '' && numbers.includes(code));
  });
}
