import { expect, test } from 'vitest';
import { ACAR } from '#tests/support/program-files.ts';
import * as files from '#tests/support/program-variants.ts';
import { type Read, read } from '#tests/support/read-tables.ts';

const FILES = { ...files, ACAR };

const money = (amount: number) => ({ amount });
const fill = (performedOn: string, reading: number, volume: number, volumeUnit: string, total: number | null, others: object = {}) => ({
  ...{ kind: 'fill', isFull: true, isMissedBefore: false, place: null, note: null },
  ...{ performedOn, reading, volume, volumeUnit, total: total === null ? null : money(total), ...others },
});
const work = (performedOn: string, reading: number, operationName: string, price: number, others: object = {}) => ({
  ...{ kind: 'work', performedOn, reading, operationName, price: money(price), partName: '–', ...others },
});
const cost = (performedOn: string, category: string, title: string, total: number, others: object = {}) => ({
  ...{ kind: 'cost', performedOn, category, title, total: money(total), reading: null, ...others },
});

test.each<[keyof typeof FILES, string, object[], object?]>([
  [
    'FUELIO_CNG',
    'fuelio',
    [
      fill('2021-04-03', 81_250, 11.2, 'kg', 392, { fuel: 'cng', pricePerUnit: money(35) }),
      fill('2021-04-02', 81_010, 30, 'l', 840, { fuel: 'petrol', isFull: false }),
      work('2021-04-01', 81_000, 'Огляд балона', 650),
      cost('2021-04-01', 'parking', 'Паркування', 40),
    ],
    { lines: [{ input: { title: 'Огляд балона', dueOn: '2026-04-02', dueAt: null, everyMonths: 60, startOn: '2021-04-01' } }] },
  ],
  ['FUELIO_KG', 'fuelio', [fill('2023-01-09', 120_450, 17.31, 'kg', 640.47, { fuel: 'cng', place: 'Рівне' })]],
  [
    'FUELIO_UK',
    'fuelio',
    [
      fill('2022-02-04', 60_900, 9.5, 'gal_uk', 71.25, { fuel: 'diesel', pricePerUnit: money(7.5) }),
      fill('2022-02-03', 60_600, 8, 'gal_uk', 60, { fuel: 'petrol' }),
      fill('2022-02-02', 60_400, 21.4, 'kWh', 9.63, { fuel: 'electric' }),
      fill('2022-02-01', 60_200, 7, 'gal_uk', 50.4, { fuel: 'petrol' }),
      fill('2022-01-31', 60_000, 6, 'gal_uk', 44, { fuel: 'diesel', pricePerUnit: null }),
    ],
    { head: { vehicles: [{ name: 'Leon', fields: { brand: 'Seat', mileageUnit: 'mi' } }] } },
  ],
  ['FUELIO_LOG_UK', 'fuelio', [fill('2020-01-15', 61_500, 10.5, 'gal_uk', 81.4)], { head: { table: { volumeUnit: 'gal_uk' } } }],
  [
    'DRIVVO_OLD',
    'drivvo',
    [
      fill('2018-02-13', 10_250, 40, 'l', 50, { fuel: 'petrol', pricePerUnit: money(1.25), note: 'Autopista' }),
      fill('2018-02-02', 9_950, 20, 'l', 24, { fuel: 'petrol', isFull: false }),
      cost('2018-02-14', 'parking', 'Estacionamiento', 15.5, { reading: 10_000, place: 'Centro', note: 'Dos horas' }),
      work('2018-02-15', 10_300, 'Cambio de aceite', 80, { partName: '5W-30', place: 'Taller Sur' }),
    ],
  ],
  [
    'DRIVVO_TWO_FUELS',
    'drivvo',
    [
      fill('2023-05-13', 70_300, 10, 'l', 525, { fuel: 'petrol', isFull: false, place: 'ОККО', note: 'Both' }),
      fill('2023-05-13', 70_300, 30, 'l', 720, { fuel: 'gas', pricePerUnit: money(24), place: 'ОККО', note: 'Both' }),
      fill('2023-05-10', 70_000, 20, 'l', 490, { fuel: 'gas', pricePerUnit: money(24.5) }),
    ],
    { head: { vehicles: [{ name: 'Lanos' }] } },
  ],
  [
    'FUELLY_MPG',
    'fuelly',
    [
      fill('2021-06-26', 61_500, 10.5, 'gal_us', null, { pricePerUnit: money(2.99), place: 'Shell' }),
      fill('2021-06-06', 61_205, 9.2, 'gal_us', null, { isFull: false, isMissedBefore: true, note: 'Rain, wind' }),
    ],
    { head: { vehicles: [{ name: 'Civic' }], table: { volumeUnit: 'gal_us' } } },
  ],
  ['FUELLY_KM_L', 'fuelly', [fill('2021-01-02', 20_480, 29.6, 'l', null, { pricePerUnit: money(1.71) })]],
  [
    'ACAR',
    'fuelly',
    [
      fill('2022-03-05', 106_421, 10.101, 'gal_us', 40.09, {
        ...{ fuel: 'petrol', currency: 'USD', pricePerUnit: money(3.969), place: 'Sinclair' },
      }),
      fill('2022-03-01', 106_120, 20.5, 'l', 21.53, { fuel: 'diesel', isFull: false, isMissedBefore: true, note: 'Cold' }),
      work('2022-03-14', 106_600, 'Engine Oil, Oil Filter', 55, { partName: '5W-20', place: 'Quick Lube', currency: 'USD' }),
      cost('2022-02-20', 'parking', 'Parking', 1_012.5),
    ],
    { head: { vehicles: [{ name: 'Civic' }], table: { volumeUnit: null } } },
  ],
  [
    'ACAR_OLD',
    'fuelly',
    [
      fill('2017-01-15', 50_000, 9.5, 'gal_uk', 38.95, { fuel: 'petrol', place: '1 High St' }),
      work('2017-01-16', 50_010, 'Battery', 90, { place: 'Garage 5' }),
      cost('2017-01-17', 'wash', 'Car Wash', 12, { reading: 50_020 }),
    ],
  ],
  [
    'LUBELOGGER_FUEL_UA',
    'lubelogger',
    [
      fill('2025-08-17', 61_500, 37.9, 'l', 1_010.42),
      fill('2025-08-02', 61_105, 20.125, 'l', 525, { isFull: false, isMissedBefore: true, note: 'Дощ' }),
    ],
  ],
  ['LUBELOGGER_TAX_UA', 'lubelogger', [cost('2025-08-17', 'tax', 'Реєстрація', 12_345.6, { currency: 'UAH' })]],
  [
    'LUBELOGGER_SUPPLY_UA',
    'lubelogger',
    [cost('2025-08-02', 'accessory', 'Олива', 1_018.4, { quantity: 1.5, note: 'OC 90', currency: 'UAH' })],
  ],
  ['LUBELOGGER_SERVICE_DE', 'lubelogger', [work('2025-08-17', 61_500, 'Bremsen', 1_234.5, { currency: 'EUR' })]],
  [
    'LUBELOGGER_ELECTRIC',
    'lubelogger',
    [fill('2025-08-17', 21_500, 42.5, 'kWh', 12.75, { fuel: 'electric', isFull: false, note: 'Home' })],
  ],
  ['LUBELOGGER_OLD', 'lubelogger', [fill('2023-08-17', 1_500, 10.5, 'l', 31.4, { currency: 'USD' })]],
  ['LUBELOGGER_ALIASES', 'csv', [fill('2023-08-17', 1_500, 10.5, 'l', 31.4, { isFull: false, note: 'Trip' })]],
  [
    'SPRITMONITOR_FUEL_ISO',
    'spritmonitor',
    [fill('2026-03-04', 52_000, 42.15, 'l', 71.61, { fuel: 'petrol', currency: 'EUR', isFull: false })],
  ],
  ['SPRITMONITOR_COSTS_EN', 'spritmonitor', [cost('2026-03-05', 'parking', 'Parking', 4.5, { reading: 52_100, note: 'City' })]],
  ['MYGARAGE_SERVICE', 'csv', [work('2024-02-03', 30_200, 'Oil change', 80.5, { partName: '5W-30', place: 'Garage 5' })]],
  ['MYGARAGE_FUEL', 'csv', [fill('2024-02-04', 30_400, 40.5, 'l', 60.75, { isFull: false, pricePerUnit: money(1.5) })]],
  ['MYGARAGE_IMPERIAL', 'csv', [fill('2024-02-05', 18_900, 10.5, 'gal_us', 36.75, { pricePerUnit: money(3.5) })]],
])('%s becomes entries of %s', async (name, source, entries, others = {}) => {
  const { entries: found, ...rest } = (await read(Buffer.from(FILES[name]))) as Read;
  expect(found.map(({ kind, input, extra }) => ({ kind, ...input, ...extra }))).toMatchObject(entries);
  expect(rest).toMatchObject({ refused: 0, lines: [], ...others });
  expect(rest.head).toMatchObject({ source, table: { openDays: [], openNumbers: [] } });
});

test('a file without records, and one whose tables cannot be told apart, are refused', async () => {
  expect(await read(Buffer.from(files.LUBELOGGER_PLAN))).toBe('importsApi.empty');
  expect(await read(Buffer.from(files.LUBELOGGER_EQUIPMENT))).toBe('importsApi.empty');
  expect(await read(Buffer.from(files.ROAD_TRIP))).toBe('importsApi.unknown');
});
