import { describe, expect, test } from 'vitest';
import { isFound } from './vehicle-search.ts';

const car = {
  brand: 'Škoda',
  model: 'Octavia',
  year: 2014,
  vin: 'TMBZZZ5E0HARNET01',
  hinNumber: null,
  serialNumber: null,
  plate: null,
  note: null,
};
const boat = {
  brand: 'Крим',
  model: 'М',
  year: 1988,
  vin: null,
  hinNumber: 'UACRNT000488',
  serialNumber: null,
  plate: null,
  note: 'Ключі в Сергія',
};
const bicycle = {
  brand: 'Їжак',
  model: 'Ґрунт 26',
  year: 2021,
  vin: null,
  hinNumber: null,
  serialNumber: 'РАМА-77',
  plate: null,
  note: null,
};

describe('the search', () => {
  test.each([
    ['a part of the VIN', car, 'zzz5e'],
    ['a VIN typed with spaces', car, 'TMB ZZZ 5E'],
    ['a VIN typed in Cyrillic letters that look Latin', car, 'тмв'],
    ['full-width letters', car, 'ＴＭＢ'],
    ['a brand without case', car, 'šKODA'],
    ['a brand without its mark', car, 'skoda'],
    ['the number plate in another alphabet', { ...car, plate: 'КА 1234 ВМ' }, 'ka1234bm'],
    ['the type', car, 'автомоб'],
    ['the note', boat, 'сергі ключ'],
    ['brand and number together', car, 'škoda net01'],
    ['brand and model together', car, ' škoda  octa'],
    ['the year', car, '2014'],
    ['a HIN', boat, 'nt0004'],
    ['a HIN typed with hyphens', boat, 'ua-crnt 0004'],
    ['a serial number without its hyphen', bicycle, 'рама77'],
    ['Cyrillic without case', boat, 'КРИМ м'],
    ['Ukrainian letters', bicycle, 'їЖАК ґ'],
    ['a Cyrillic serial number', bicycle, 'рама'],
    ['nothing typed', bicycle, '   '],
  ])('finds by %s', (_, vehicle, query) => expect(isFound(vehicle, 'Автомобіль', query)).toBe(true));

  test.each([
    ['another number', car, 'WDB209'],
    ['a hyphen', boat, '-'],
    ['и for й', { ...car, brand: 'Йота' }, 'иота'],
    ['і for ї', bicycle, 'іжак'],
  ])('does not find by %s', (_, vehicle, query) => expect(isFound(vehicle, 'Автомобіль', query)).toBe(false));
});
