import type { CostCategory } from '#contract/costs.ts';
import type { Fuel } from '#contract/fuels.ts';
import type { PlanKind } from '#contract/plan.ts';
import type { Currency, Tariff } from '#contract/tariffs.ts';
import type { VehicleFields } from '#contract/vehicle-input.ts';

/** A demo owner. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  language: 'ua' | 'ru' | 'en';
  currency: Currency;
  tariff: Tariff;
  vehicles: DemoVehicle[];
}

export interface DemoVehicle {
  fields: VehicleFields;
  note?: string;
  /** First day of the book, reading on that day, and units per day. */
  since: string;
  startReading: number;
  perDay: number;
  works: Work[];
  costs?: Cost[];
  plan?: PlanItem[];
  fuels?: DemoFuel[];
}

export interface DemoFuel {
  fuel: Fuel;
  /** Litres per 100 km of the whole distance. */
  consumption: number;
  /** From one fill to the next. */
  distance: number;
  /** Of a litre, in the owner's currency. */
  price: number;
  place: string;
}

/** Operation, part, part code, price in the owner's currency, days between two repetitions. */
export type Work = [operation: string, part: string, code: string, price: number, everyDays: number];
/** Title of a work or a cost, and after how many months or units it is due again. */
export type PlanItem = [title: string, kind: PlanKind, months: number, distance: number | null];
/** Category, title, total in the owner's currency, days between two repetitions. */
export type Cost = [category: CostCategory, title: string, total: number, everyDays: number];

const carUa: Work[] = [
  ['Заміна оливи й фільтра', 'Олива 5W-30, 4 л', 'OF-5541', 2450, 190],
  ['Повітряний фільтр', 'Фільтр', 'AF-2210', 620, 370],
  ['Гальмівні колодки', 'Колодки передні', 'BP-2207', 3100, 640],
  ['Сезонна заміна шин', '-', '-', 1200, 183],
  ['Свічки запалювання', 'Свічки, 4 шт.', 'SP-7810', 1860, 720],
  ['Розвал-сходження', '-', '-', 1400, 365],
  ['Мийка', '-', '-', 350, 45],
];
const bicycleUa: Work[] = [
  ['Ланцюг', 'Ланцюг 11 швидкостей', 'CN-1101', 1350, 330],
  ['Колодки', 'Гальмівні колодки', 'DB-0303', 780, 260],
  ['Обслуговування вилки', 'Сальники й мастило', 'FK-0032', 2200, 365],
];
const boatRu: Work[] = [
  ['Замена импеллера', 'Импеллер', 'IM-0488', 1850, 365],
  ['Масло редуктора', 'Масло, 1 л', 'GL-0090', 940, 365],
  ['Консервация на зиму', '-', '-', 5200, 365],
  ['Аноды', 'Комплект анодов', 'AN-0034', 2650, 730],
];
const carRu: Work[] = [
  ['Замена масла и фильтра', 'Масло 5W-40, 5 л', 'OF-1177', 3350, 180],
  ['Салонный фильтр', 'Фильтр угольный', 'CF-0550', 540, 365],
  ['Тормозные диски', 'Диски передние', 'BD-4020', 6900, 900],
  ['Развал-схождение', '-', '-', 1500, 370],
  ['Мойка', '-', '-', 400, 40],
];
const vanEn: Work[] = [
  ['Oil and filter', 'Oil 5W-30, 7 l', 'OF-9012', 145, 150],
  ['Front brake pads', 'Brake pads', 'BP-4410', 118.5, 420],
  ['Tyres', '215/65 R16, 4 pcs', 'TY-2165', 612.4, 900],
  ['Annual inspection', '-', '-', 85, 365],
  ['AdBlue', 'AdBlue, 10 l', 'AB-0010', 15.65, 60],
];
const yachtEn: Work[] = [
  ['Antifouling', 'Paint, 5 l', 'AF-0500', 389.9, 365],
  ['Engine service', 'Filters and oil', 'ES-3030', 265, 365],
  ['Rigging check', '-', '-', 150, 730],
];

export const PEOPLE: Person[] = [
  {
    firstName: 'Олена',
    lastName: 'Коваль',
    email: 'olena@example.com',
    language: 'ua',
    currency: 'UAH',
    tariff: 'basic',
    vehicles: [
      {
        fields: {
          vehicleType: 'car',
          brand: 'Škoda',
          model: 'Octavia',
          year: 2014,
          color: 'темно-синій',
          carType: 'wagon',
          fuelType: 'petrol',
          engineVolume: 1.4,
          mileage: 42_300,
          mileageUnit: 'km',
          vin: 'TMBZZZ5EXCARNET01',
        },
        note: 'Запасний ключ у бардачку. Ліве переднє колесо підспускає.',
        since: '2021-03-14',
        startReading: 42_300,
        perDay: 28,
        works: carUa,
        costs: [
          ['insurance', 'ОСЦПВ', 2_640, 365],
          ['parking', 'Стоянка біля дому', 900, 31],
        ],
        plan: [
          ['Заміна оливи й фільтра', 'maintenance', 12, 10_000],
          ['Повітряний фільтр', 'maintenance', 12, 15_000],
          ['Свічки запалювання', 'maintenance', 24, 30_000],
          ['Сезонна заміна шин', 'maintenance', 6, null],
          ['ОСЦПВ', 'deadline', 12, null],
        ],
        fuels: [{ fuel: 'petrol', consumption: 6.9, distance: 560, price: 58, place: 'АЗС на Стрийській' }],
      },
    ],
  },
  {
    firstName: 'Дмитрий',
    lastName: 'Лебедев',
    email: 'dmytro@example.com',
    language: 'ru',
    currency: 'UAH',
    tariff: 'family',
    vehicles: [
      {
        fields: {
          vehicleType: 'car',
          brand: 'Daewoo',
          model: 'Lanos',
          year: 2006,
          color: 'серебристый',
          carType: 'sedan',
          fuelType: 'gas',
          secondFuelType: 'petrol',
          engineVolume: 1.5,
          mileage: 168_400,
          mileageUnit: 'km',
          vin: 'Y6DTF69YDCARNET02',
        },
        since: '2019-05-02',
        startReading: 168_400,
        perDay: 26,
        works: carRu,
        costs: [
          ['insurance', 'Автогражданка', 2_480, 365],
          ['fine', 'Превышение скорости', 340, 510],
        ],
        plan: [
          ['Замена масла и фильтра', 'maintenance', 6, 10_000],
          ['Салонный фильтр', 'maintenance', 12, 15_000],
          ['Тормозные диски', 'maintenance', 30, 60_000],
          ['Развал-схождение', 'maintenance', 12, null],
          ['Автогражданка', 'deadline', 12, null],
        ],
        fuels: [
          { fuel: 'gas', consumption: 9.4, distance: 400, price: 38, place: 'АГЗС на Окружной' },
          // For cold starts.
          { fuel: 'petrol', consumption: 0.9, distance: 1_400, price: 58, place: 'АЗС на Окружной' },
        ],
      },
      {
        fields: {
          vehicleType: 'boat',
          brand: 'Крым',
          model: 'М',
          year: 1988,
          color: 'белый',
          fuelType: 'petrol',
          engineVolume: 0.9,
          mileage: 320,
          mileageUnit: 'h',
          hinNumber: 'UACRNT000488',
        },
        note: 'Документы на мотор лежат дома, в синей папке.',
        since: '2019-06-10',
        startReading: 320,
        perDay: 0.1,
        works: boatRu,
        plan: [
          ['Замена импеллера', 'maintenance', 12, 100],
          ['Консервация на зиму', 'maintenance', 12, null],
          ['Аноды', 'maintenance', 30, null],
        ],
      },
      {
        fields: {
          vehicleType: 'motorcycle',
          brand: 'Yamaha',
          model: 'XT 660 R',
          year: 2011,
          color: 'чёрный',
          carType: 'dirt',
          fuelType: 'petrol',
          engineVolume: 0.66,
          mileage: 18_900,
          mileageUnit: 'km',
          vin: 'VG5DM021XCARNET03',
        },
        since: '2020-04-18',
        startReading: 18_900,
        perDay: 9,
        works: carRu.slice(0, 3),
      },
      {
        fields: { vehicleType: 'bicycle', brand: 'Cube', model: 'Nature', year: 2021, color: 'зелёный', serialNumber: 'WOW8842K' },
        since: '2021-06-01',
        startReading: 0,
        perDay: 0,
        works: [
          ['Цепь', 'Цепь 10 скоростей', 'CN-1001', 1150, 350],
          ['Покрышки', 'Покрышки, 2 шт.', 'TR-2842', 2400, 700],
        ],
      },
    ],
  },
  {
    firstName: 'Marta',
    lastName: 'Nowak',
    email: 'marta@example.com',
    language: 'en',
    currency: 'EUR',
    tariff: 'business',
    vehicles: [
      ...(['CARNETEN000000001', 'CARNETEN000000002', 'CARNETEN000000003'] as const).map(
        (vin, n): DemoVehicle => ({
          fields: {
            vehicleType: 'truck',
            brand: 'Volkswagen',
            model: `Transporter ${n + 1}`,
            year: 2018 + n,
            color: 'white',
            carType: 'van',
            fuelType: 'diesel',
            engineVolume: 2,
            mileage: 60_000 - n * 9_000,
            mileageUnit: 'km',
            vin,
          },
          since: '2021-01-11',
          startReading: 60_000 - n * 9_000,
          perDay: 95 - n * 12,
          works: vanEn,
          costs: [
            ['insurance', 'Motor insurance', 612, 365],
            ['tax', 'Vehicle tax', 184, 365],
            ['toll', 'Motorway tolls', 46, 60],
          ],
          plan: [
            ['Oil and filter', 'maintenance', 12, 20_000],
            ['Front brake pads', 'maintenance', 24, 60_000],
            ...(n === 0 ? [['Annual inspection', 'deadline', 12, null] as PlanItem] : []),
            ['Motor insurance', 'deadline', 12, null],
          ],
          fuels: [{ fuel: 'diesel', consumption: 8.6, distance: 780, price: 1.52, place: 'Depot' }],
        }),
      ),
      {
        fields: {
          vehicleType: 'yacht',
          brand: 'Bavaria',
          model: 'Cruiser 34',
          year: 2009,
          color: 'white',
          fuelType: 'diesel',
          engineVolume: 1.1,
          mileage: 1_480,
          mileageUnit: 'h',
          hinNumber: 'DEBAV34CRNT9',
        },
        note: 'Berth 14, pontoon C. Next survey in May.',
        since: '2020-04-01',
        startReading: 1_480,
        perDay: 0.2,
        works: yachtEn,
      },
      {
        fields: {
          vehicleType: 'jet_ski',
          brand: 'Sea-Doo',
          model: 'Spark',
          year: 2020,
          color: 'yellow',
          fuelType: 'petrol',
          engineVolume: 0.9,
          mileage: 40,
          mileageUnit: 'h',
          hinNumber: 'YDV00C4RN202',
        },
        since: '2020-06-20',
        startReading: 40,
        perDay: 0.05,
        works: yachtEn.slice(1, 2),
      },
      {
        fields: {
          vehicleType: 'bus',
          brand: 'Mercedes-Benz',
          model: 'Sprinter',
          year: 2016,
          color: 'silver',
          carType: 'minibus',
          fuelType: 'diesel',
          engineVolume: 2.2,
          mileage: 121_000,
          mileageUnit: 'mi',
          vin: 'WDB9066571CARNET4',
        },
        since: '2021-02-01',
        startReading: 121_000,
        perDay: 70,
        works: vanEn,
      },
      {
        fields: {
          vehicleType: 'other',
          brand: 'John Deere',
          model: 'X350',
          year: 2019,
          color: 'green',
          fuelType: 'petrol',
          engineVolume: 0.6,
          mileage: 85,
          mileageUnit: 'h',
          serialNumber: '1M0X350AHKM01',
        },
        since: '2021-04-05',
        startReading: 85,
        perDay: 0.15,
        works: [['Blades', 'Mower blades, 2 pcs', 'MB-0350', 64.9, 365]],
      },
      {
        fields: { vehicleType: 'bicycle', brand: 'Canyon', model: 'Roadlite', year: 2022, color: 'grey', serialNumber: 'M25042RCRN' },
        since: '2022-03-15',
        startReading: 0,
        perDay: 0,
        works: bicycleUa.map(
          ([, , code, price, every], n): Work => [
            ['Chain', 'Brake pads', 'Fork service'][n] ?? '',
            ['Chain, 11 speed', 'Pads', 'Seals and oil'][n] ?? '',
            code,
            Math.round(price / 4) / 10,
            every,
          ],
        ),
      },
    ],
  },
];
