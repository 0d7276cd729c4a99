import type { Answer, BodyInput, Endpoint } from '#contract/endpoint.ts';
import { imagePath } from '#contract/images.ts';
import { login } from '#contract/login.ts';
import { createOrder } from '#contract/orders.ts';
import { getPrices } from '#contract/prices.ts';
import { createRecord } from '#contract/records.ts';
import { register } from '#contract/registration.ts';
import { createVehicle, listVehicles } from '#contract/vehicles.ts';

interface Example {
  body?: unknown;
  answer?: unknown;
}

const example = <const E extends Endpoint>(endpoint: E, parts: { body?: BodyInput<E>; answer?: Answer<E> }): [Endpoint, Example] => [
  endpoint,
  parts,
];

const vehicle: Answer<typeof createVehicle>['data'] = {
  id: 7,
  vehicleType: 'car',
  brand: 'Skoda',
  model: 'Octavia',
  year: 2019,
  color: 'grey',
  carType: 'wagon',
  fuelType: 'petrol',
  engineVolume: 1.5,
  mileage: 84_200,
  mileageUnit: 'km',
  vin: 'TMBJJ7NE3K0123456',
  hinNumber: null,
  serialNumber: null,
  plate: 'KA 1234 AB',
  secondFuelType: null,
  tankVolume: 55,
  secondTankVolume: null,
  batteryCapacity: null,
  yearlyDistance: 15_000,
  isPaused: false,
  image: imagePath('mX3vJtQ8sN0aY5cRk1LhPw'),
  reading: 84_200,
  totalCost: 0,
  yearCost: 0,
  recordCount: 0,
  spentTotal: 0,
  spentYear: 0,
  otherCurrencies: [],
  otherCurrenciesYear: [],
  entryCount: 0,
  lastRecord: null,
  note: null,
  createdAt: '2026-03-14T09:26:53.000Z',
  archivedAt: null,
  undoUntil: null,
  restorableFrom: null,
};

/** Examples of a few endpoints, in the order in which a new client calls them. */
export const EXAMPLES = new Map<Endpoint, Example>([
  example(register, {
    body: {
      firstName: 'Olena',
      lastName: 'Koval',
      email: 'olena@example.com',
      password: 'Kite7!wombat',
      confirmationCode: '483920',
      agreement: true,
    },
    answer: { data: { firstName: 'Olena' } },
  }),
  example(login, {
    body: { email: 'olena@example.com', password: 'Kite7!wombat' },
    answer: { token: 'kq3Xw0o1yJc7Rr9sT2vB5nM8pL4hG6fD', user_id: 12, tariff: 'basic' },
  }),
  example(getPrices, {
    answer: {
      data: [
        { tariff: 'basic', price: 0 },
        { tariff: 'family', price: 3 },
        { tariff: 'business', price: 6.5 },
      ],
    },
  }),
  example(createOrder, {
    body: { tariff_change: 'family', payment_months: 3 },
    answer: {
      data: {
        order_code: '57NNUQ7J',
        user_id: 12,
        tariff_change: 'family',
        payment_months: 3,
        amount_due: 9,
        transfer_amount: 373.5,
        transfer_currency: 'UAH',
        transfer_rate: 41.5,
        rated_on: '2026-03-13',
        status: 'processing',
        tariff_start_date: null,
        tariff_end_date: null,
        created_at: '2026-03-14T09:26:53.000Z',
      },
    },
  }),
  example(createVehicle, { answer: { data: vehicle } }),
  example(listVehicles, { answer: { data: [vehicle], hidden: 0, archived: 0, limit: 1 } }),
  example(createRecord, {
    body: {
      operationName: 'Oil and filter',
      partName: 'Oil filter',
      partCode: '04E115561H',
      price: '1 865,50',
      reading: 84_200,
      performedOn: '2026-03-12',
    },
    answer: {
      data: {
        id: 31,
        operationName: 'Oil and filter',
        partName: 'Oil filter',
        partCode: '04E115561H',
        price: 1865.5,
        reading: 84_200,
        performedOn: '2026-03-12',
        currency: 'UAH',
      },
    },
  }),
]);
