/** Accounts for property tests: vehicles of several types with entries of all kinds, plans, notes and values, made through the API. */
import fc from 'fast-check';
import { COST_CATEGORIES } from '#contract/costs.ts';
import { type Fuel, fuelsOf, unitsOf } from '#contract/fuels.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { TestApp } from './app.ts';
import { aVehicle, costBody, fillBody, planBody, readingBody, recordBody, type TestUser } from './builders.ts';
import { someDay } from './random-readings.ts';

const TYPES = [
  { type: 'car', unit: 'km', fields: { fuelType: 'gas', secondFuelType: 'petrol', tankVolume: '47,5', plate: 'аа 1234 вс' } },
  { type: 'car', unit: 'mi', fields: { fuelType: 'diesel', mileageUnit: 'mi', yearlyDistance: '9 000' } },
  { type: 'car', unit: 'km', fields: { fuelType: 'hybrid', secondFuelType: 'electric', batteryCapacity: '12,4' } },
  { type: 'boat', unit: 'h', fields: { mileage: '612,5', mileageUnit: 'h' } },
  { type: 'bicycle', unit: 'year', fields: { isPaused: 'true' } },
] as const;
type Type = (typeof TYPES)[number];

/** Texts that files and tables handle badly. */
const text = fc.constantFrom('Олива', '=1+1', 'a;b,"c"\td', 'ґрунт “лапки” 🚗', '-5', '<b>&amp;</b>', 'I ıİ ß', '  пробіли  ');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const money = fc.integer({ min: 0, max: 5_000_000 }).map((cents) => cents / 100);

const readingOf = ({ unit }: Type): fc.Arbitrary<number> =>
  unit === 'year' ? fc.integer({ min: 2015, max: 2026 }) : fc.integer({ min: 1, max: 90_000 }).map((n) => (unit === 'h' ? n / 10 : n));

const fuels = (type: Type): readonly Fuel[] =>
  type.unit === 'year'
    ? []
    : fuelsOf(
        'fuelType' in type.fields ? type.fields.fuelType : 'petrol',
        'secondFuelType' in type.fields ? type.fields.secondFuelType : null,
      );

const fillOf = (type: Type) =>
  fc.constantFrom(...fuels(type)).chain((fuel) =>
    fc.record({
      ...{ fuel: fc.constant(fuel), volumeUnit: fc.constantFrom(...unitsOf(fuel)), reading: maybe(readingOf(type)), performedOn: someDay },
      ...{ volume: fc.integer({ min: 1, max: 90_000 }).map((n) => n / 1000), total: maybe(money), isFull: fc.boolean() },
      ...{ isMissedBefore: fc.boolean(), level: maybe(fc.integer({ min: 0, max: 100 })), distanceOnFuel: maybe(fc.constant(120)) },
      ...{ grade: maybe(text), place: maybe(text), note: maybe(text) },
    }),
  );

const requestOf = (type: Type): fc.Arbitrary<[path: string, body: object]> => {
  const reading = readingOf(type);
  const shared = { performedOn: someDay, note: maybe(text) };
  const work = fc.record({ operationName: text, partName: text, partCode: text, price: money, reading, performedOn: someDay });
  const refundOf = fc.constantFrom('insurance', 'work', 'fill');
  const cost = fc
    .record({
      category: fc.constantFrom(...COST_CATEGORIES),
      title: text,
      total: money,
      refundOf,
      reading: maybe(reading),
      place: maybe(text),
      ...shared,
    })
    .map(({ refundOf: of, ...body }) => ({ ...body, ...(body.category === 'refund' && { refundOf: of }) }));
  const line = fc.record({
    ...{ title: text, kind: fc.constantFrom('maintenance', 'deadline'), mode: fc.constantFrom('floating', 'fixed') },
    ...{ everyMonths: fc.constantFrom(1, 12), expectedCost: maybe(money), leadDays: maybe(fc.constant(5)) },
    ...{ everyDistance: type.unit === 'year' ? fc.constant(null) : maybe(fc.constant(1_000)), dueOn: maybe(someDay) },
  });
  const value = fc.record({ kind: fc.constantFrom('purchase', 'valuation', 'sale'), amount: money, day: someDay });
  const found = (path: string, defaults: (more: Record<string, unknown>) => object, body: fc.Arbitrary<object>, weight: number) => ({
    weight,
    arbitrary: body.map((more): [string, object] => [path, defaults(more as Record<string, unknown>)]),
  });
  return fc.oneof(
    found('records', recordBody, work, 3),
    found('costs', costBody, cost, 3),
    found('plan', planBody, line, 2),
    found('values', (body) => body, value, 1),
    found('note', (body) => body, fc.record({ text }), 1),
    ...(type.unit === 'year' ? [] : [found('fills', fillBody, fillOf(type), 4)]),
    found('readings', readingBody, fc.record({ reading, isReset: fc.boolean(), ...shared }), 2),
  );
};

/** What happens to a vehicle in the end. */
const ENDS = ['none', 'archive', 'convert'] as const;

const vehicle = fc.constantFrom(...TYPES).chain((type) =>
  fc.record({
    type: fc.constant(type),
    requests: fc.array(requestOf(type), { minLength: 8, maxLength: 24, size: 'max' }),
    end: fc.constantFrom(...ENDS),
    /** Of the entries with even or odd numbers, by which the lines are stamped. */
    stamps: fc.nat({ max: 1 }),
  }),
);

export const accounts = fc.array(vehicle, { minLength: 2, maxLength: 3 });
type RandomAccount = typeof accounts extends fc.Arbitrary<infer Account> ? Account : never;

/** Makes the account's vehicles; each one has entries in another currency. The answers of the API are not checked: it may refuse some. */
export async function makeAccount(app: TestApp, user: TestUser, account: RandomAccount): Promise<void> {
  for (const [index, { type, requests, end, stamps }] of account.entries()) {
    const currency: Currency = index === 0 ? 'UAH' : 'EUR';
    await app.store.db.updateTable('users').set({ currency }).where('id', '=', user.id).execute();
    const { id } = await aVehicle(app, user, type.type, type.fields);
    const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) =>
      (await app.request(method, `/api/vehicles/${id}${path}`, { token: user.token, body })).body.data;
    const [entries, lines]: [number[], number[]] = [[], []];
    for (const [path, body] of requests) {
      if (path === 'values') await send('PUT', `/values/${(body as { day: string }).day}`, body);
      else if (path === 'note') await send('PUT', '/note', body);
      else {
        const data = await send('POST', `/${path}`, body);
        if (data) (path === 'plan' ? lines : entries).push(data.id);
      }
    }
    for (const lineId of lines) {
      for (const entryId of entries.filter((entry) => entry % 2 === stamps)) await send('POST', `/plan/${lineId}/done`, { entryId });
      await send('POST', `/plan/${lineId}/skip`, {});
    }
    if (end === 'convert' && type.unit === 'km') await send('PATCH', '', { mileageUnit: 'mi', unitChange: 'convert' });
    if (end === 'archive') await send('POST', '/archive', {});
  }
}
