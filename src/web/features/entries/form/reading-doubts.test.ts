import { describe, expect, test } from 'vitest';
import { doubtsOf, type Neighbours, neighboursIn, type VehicleFacts } from './reading-doubts.ts';

const CAR: VehicleFacts = { vehicleType: 'car', year: 2014, mileage: 50_000, createdAt: '2026-01-01T10:00:00.000Z' };
const readingOn = (performedOn: string, reading: number) => ({ id: 1, performedOn, reading });
const beside = (before: [string, number] | null, after: [string, number] | null = null): Neighbours => ({
  before: before && readingOn(...before),
  after: after && readingOn(...after),
});
const doubts = (
  performedOn: string,
  reading: string,
  neighbours: Neighbours | undefined,
  facts = CAR,
  unit: 'km' | 'mi' | 'h' | 'year' = 'km',
) => doubtsOf({ performedOn, reading }, neighbours, unit, facts);

describe('doubts about a reading', () => {
  const before = beside(['2026-10-08', 98_047]);

  test('an extra digit is doubtful, even years after the neighbour', () => {
    expect(doubts('2026-11-21', '980 470', before)).toEqual([{ field: 'reading', kind: 'more', amount: 882_423, day: '2026-10-08' }]);
    expect(doubts('2031-10-08', '980470', before)).toMatchObject([{ kind: 'more' }]);
  });

  test('a lower reading than before is doubtful, an equal one is not', () => {
    expect(doubts('2026-11-21', '98 040', before)).toEqual([{ field: 'reading', kind: 'less', amount: 7, day: '2026-10-08' }]);
    expect(doubts('2026-11-21', '98047', before)).toEqual([]);
  });

  test('allows 1,500 km at once and 400 km a day afterwards; 1,000 km a day for trucks and buses', () => {
    expect(doubts('2026-10-08', '99547', before)).toEqual([]);
    expect(doubts('2026-10-08', '99548', before)).toHaveLength(1);
    expect(doubts('2026-10-18', '103547', before)).toEqual([]);
    expect(doubts('2026-10-18', '103548', before)).toHaveLength(1);
    expect(doubts('2026-10-18', '109547', before, { ...CAR, vehicleType: 'truck' })).toEqual([]);
    expect(doubts('2026-10-18', '109548', before, { ...CAR, vehicleType: 'bus' })).toHaveLength(1);
  });

  test('allows the same distance in miles, and 12 hours a day', () => {
    expect(doubts('2026-10-18', '101464', before, CAR, 'mi')).toEqual([]);
    expect(doubts('2026-10-18', '101465', before, CAR, 'mi')).toHaveLength(1);
    const hours = beside(['2026-10-08', 612.5]);
    expect(doubts('2026-10-18', '756,5', hours, CAR, 'h')).toEqual([]);
    expect(doubts('2026-10-18', '756,6', hours, CAR, 'h')).toMatchObject([{ kind: 'more' }]);
  });

  test('is compared with a later record as well', () => {
    const between = beside(['2026-01-01', 50_000], ['2026-10-08', 98_047]);
    expect(doubts('2026-10-01', '97 000', between)).toEqual([]);
    expect(doubts('2026-10-01', '98 100', between)).toEqual([{ field: 'reading', kind: 'more', amount: 53, day: '2026-10-08' }]);
    expect(doubts('2026-10-01', '9 800', beside(null, ['2026-10-08', 98_047]))).toMatchObject([{ kind: 'less', day: '2026-10-08' }]);
  });

  test("is compared with the vehicle's details if there is no neighbour", () => {
    expect(doubts('2026-01-02', '500 000', beside(null))).toEqual([{ field: 'reading', kind: 'moreThanDetails', amount: 450_000 }]);
    expect(doubts('2026-01-02', '51 000', beside(null))).toEqual([]);
    expect(doubts('2020-01-02', '20 000', beside(null))).toEqual([]);
    expect(doubts('2020-01-02', '50 001', beside(null))).toMatchObject([{ kind: 'moreThanDetails' }]);
  });

  test('ignores invalid numbers and unknown neighbours', () => {
    expect(doubts('2026-11-21', 'багато', before)).toEqual([]);
    expect(doubts('2026-11-21', '980470', undefined)).toEqual([]);
  });
});

test("a date before the year of the vehicle is doubtful, and so is a bicycle's year", () => {
  expect(doubts('1900-01-01', '98047', undefined)).toEqual([{ field: 'performedOn', kind: 'beforeYear', year: 2014 }]);
  expect(doubts('2014-01-01', '98047', undefined)).toEqual([]);
  expect(doubts('2026-01-01', '2012', beside(['2025-01-01', 2025]), CAR, 'year')).toEqual([
    { field: 'reading', kind: 'beforeYear', year: 2014 },
  ]);
  expect(doubts('2026-01-01', '2019', beside(['2025-01-01', 2025]), CAR, 'year')).toEqual([]);
});

describe('neighbours among the latest records', () => {
  const record = (id: number, performedOn: string) => ({
    id,
    performedOn,
    reading: id,
    operationName: '',
    partName: '',
    partCode: '',
    price: 0,
  });
  const data = [record(5, '2026-05-01'), record(4, '2026-04-01'), record(3, '2026-04-01'), record(2, '2026-03-01')];
  const latest = { data, totalCost: 0, nextCursor: 'x' };

  test('are found, excluding the record itself', () => {
    expect(neighboursIn(latest, '2026-04-15', undefined)).toMatchObject({ before: { id: 4 }, after: { id: 5 } });
    expect(neighboursIn(latest, '2026-04-01', 4)).toMatchObject({ before: { id: 3 }, after: { id: 5 } });
    expect(neighboursIn(latest, '2026-03-15', undefined)).toMatchObject({ before: { id: 2 }, after: { id: 3 } });
    expect(neighboursIn(latest, '2026-06-01', undefined)).toMatchObject({ before: { id: 5 }, after: null });
  });

  test('are unknown before the oldest loaded record, unless all records are loaded', () => {
    expect(neighboursIn(latest, '2026-02-01', undefined)).toBeUndefined();
    expect(neighboursIn({ ...latest, nextCursor: null }, '2026-02-01', undefined)).toMatchObject({ before: null, after: { id: 2 } });
  });
});
