import { describe, expect, test } from 'vitest';
import { FUEL_FIELDS, vehicleInput } from '#contract/vehicle-input.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { bodyOf, changesOf, checkDraft, draftOf, EMPTY_DRAFT, fuelFieldsOf, secondFuelsOf, withType } from './vehicle-draft.ts';

const filled = {
  ...EMPTY_DRAFT,
  brand: 'Škoda',
  model: 'Octavia',
  year: '2014',
  color: 'темно-синій',
  carType: 'wagon',
  fuelType: 'petrol',
  engineVolume: '1,395',
  mileage: '98 047',
  vin: 'tmb zzz5e0Нarnet01',
  hinNumber: 'UACRNT000488',
  serialNumber: 'A-77',
  tankVolume: '1 050,5',
};

describe('the draft of a vehicle', () => {
  test.each(VEHICLE_TYPES)('rejects an empty %s at each of its fields', (vehicleType) => {
    const draft = withType(EMPTY_DRAFT, vehicleType);
    const { vehicleType: _, mileageUnit: __, plate: ___, yearlyDistance: ____, isPaused: _____, ...ownFields } = bodyOf(draft);
    const required = Object.keys(ownFields).filter((name) => !FUEL_FIELDS.includes(name as (typeof FUEL_FIELDS)[number]));
    expect(Object.keys(checkDraft(draft)).sort()).toEqual(required.sort());
    expect(new Set(Object.values(checkDraft(draft)))).toEqual(new Set(['validation.required']));
  });

  test('a change sends only the changed fields, or all of them for another type', () => {
    const car = { ...filled, vehicleType: 'car' } as const;
    expect(changesOf({ ...car, color: 'білий', serialNumber: 'B-1' }, car)).toEqual({ color: 'білий' });
    expect(changesOf(car, car)).toEqual({});
    const bicycle = { ...car, vehicleType: 'bicycle' } as const;
    expect(changesOf(bicycle, car)).toEqual(bodyOf(bicycle));
  });

  test('sends only the fields of the type', () => {
    expect(bodyOf({ ...filled, vehicleType: 'bicycle' })).toEqual({
      ...{ vehicleType: 'bicycle', isPaused: 'false' },
      brand: 'Škoda',
      model: 'Octavia',
      year: '2014',
      color: 'темно-синій',
      serialNumber: 'A-77',
    });
    expect(checkDraft({ ...filled, vehicleType: 'car' })).toEqual({});
  });

  test('accepts tenths of engine hours, and whole kilometres only', () => {
    const boat = { ...filled, vehicleType: 'boat', mileageUnit: 'h', mileage: '612,5' } as const;
    expect(checkDraft(boat)).toEqual({});
    expect(checkDraft({ ...boat, mileage: '612,55' })).toEqual({ mileage: 'validation.number.decimals' });
    expect(checkDraft({ ...boat, mileageUnit: 'km' })).toEqual({ mileage: 'validation.number.whole' });
    expect(checkDraft({ ...boat, mileageUnit: 'mi', mileage: '98 047,55' })).toEqual({ mileage: 'validation.number.whole' });
  });

  test('sends the chassis number of a vehicle without a VIN instead, and the plate of all but a bicycle', () => {
    const car = { ...filled, vehicleType: 'car', hasNoNumber: true, serialNumber: '21061234567', plate: 'AA 1' } as const;
    expect(bodyOf(car)).toMatchObject({ serialNumber: '21061234567', plate: 'AA 1' });
    expect(bodyOf(car)).not.toHaveProperty('vin');
    expect(checkDraft(car)).toEqual({});
    expect(checkDraft({ ...car, serialNumber: '1234' })).toEqual({ serialNumber: 'validation.chassis' });
    expect(changesOf({ ...car, hasNoNumber: false }, car)).toEqual({ vin: car.vin });
    expect(changesOf({ ...car, plate: '' }, car)).toEqual({ plate: '' });
    expect(bodyOf({ ...car, vehicleType: 'bicycle' })).not.toHaveProperty('plate');
    expect([withType(car, 'truck').hasNoNumber, withType(car, 'boat').hasNoNumber]).toEqual([true, false]);
  });

  test.each([
    ['', '', []],
    ['petrol', '', ['secondFuelType', 'tankVolume']],
    ['petrol', 'gas', ['secondFuelType', 'tankVolume', 'secondTankVolume']],
    ['petrol', 'electric', ['secondFuelType', 'tankVolume', 'batteryCapacity']],
    ['hybrid', '', ['secondFuelType', 'tankVolume', 'batteryCapacity']],
    ['hybrid', 'gas', ['secondFuelType', 'tankVolume', 'secondTankVolume', 'batteryCapacity']],
    ['electric', '', ['secondFuelType', 'batteryCapacity']],
    ['electric', 'petrol', ['secondFuelType', 'secondTankVolume', 'batteryCapacity']],
    ['gas', 'cng', ['secondFuelType', 'tankVolume']],
  ])('with the fuel %j and the second fuel %j asks for %j', (fuelType, secondFuelType, fields) => {
    expect(fuelFieldsOf({ fuelType, secondFuelType })).toEqual(fields);
  });

  test('a second fuel is one that the vehicle does not take already', () => {
    expect(secondFuelsOf({ fuelType: 'gas', secondFuelType: '' })).toEqual(['petrol', 'diesel', 'electric', 'hydrogen']);
    expect(secondFuelsOf({ fuelType: 'hybrid', secondFuelType: '' })).toEqual(['gas', 'cng', 'electric', 'hydrogen']);
  });

  test('clears what no longer applies to the fuels, and keeps what the form has never shown', () => {
    const car = { ...filled, vehicleType: 'car', secondFuelType: 'gas', tankVolume: '55', secondTankVolume: '47,5' } as const;
    expect(checkDraft(car)).toEqual({});
    expect(changesOf({ ...car, secondFuelType: '' }, car)).toEqual({ secondFuelType: '', secondTankVolume: '' });
    expect(changesOf({ ...car, fuelType: 'gas' }, car)).toEqual({ fuelType: 'gas', secondFuelType: '', secondTankVolume: '' });
    expect(changesOf({ ...car, tankVolume: ' ' }, car)).toEqual({ tankVolume: '' });
    const odd = { ...car, batteryCapacity: '50' };
    expect(changesOf({ ...odd, color: 'білий' }, odd)).toEqual({ color: 'білий' });
    for (const name of [...FUEL_FIELDS, 'yearlyDistance']) expect(bodyOf({ ...car, vehicleType: 'bicycle' })).not.toHaveProperty(name);
  });

  test('another type resets the body type, and the unit if there is no mileage', () => {
    expect(withType({ ...filled, mileage: '' }, 'yacht')).toMatchObject({ carType: '', mileageUnit: 'h', brand: 'Škoda' });
    expect(withType(filled, 'yacht').mileageUnit).toBe('km');
  });

  test.each(['ua', 'ru', 'en'] as const)('sends a vehicle filled into the form in %s unchanged', (language) => {
    const parsed = vehicleInput.parse(bodyOf({ ...filled, vehicleType: 'car' }));
    const vehicle = {
      id: 1,
      image: '',
      reading: 1,
      totalCost: 0,
      yearCost: 0,
      recordCount: 0,
      lastRecord: null,
      note: null,
      createdAt: '',
    };
    const draft = draftOf(
      { ...vehicle, hinNumber: null, serialNumber: null, ...parsed } as unknown as Parameters<typeof draftOf>[0],
      language,
    );
    expect(vehicleInput.parse(bodyOf(draft))).toEqual(parsed);
  });
});
