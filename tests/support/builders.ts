import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Tariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { fieldsOf } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { usersRepo } from '#server/features/users/users.repo.ts';
import { storeSearchText } from '#server/features/users/users.service.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import type { Rows, TestApp } from './app.ts';

export interface TestUser {
  id: number;
  email: string;
  token: string;
}

/** Inserts a logged-in user; a paid tariff ends `days` from now. */
export async function aUser(
  { store, clock }: Rows,
  { tariff = 'basic', days = 30, passwordHash = 'none' }: { tariff?: Tariff; days?: number; passwordHash?: string } = {},
): Promise<TestUser> {
  const now = clock.now();
  const email = `${randomUUID()}@example.com`;
  const isPaid = tariff !== 'basic';
  const person = { email, first_name: 'Олена', last_name: 'Коваль', phone: null };
  const { id } = await store.db
    .insertInto('users')
    .values({
      ...person,
      password_hash: passwordHash,
      currency: 'UAH',
      language: 'ua',
      image_id: null,
      tariff,
      tariff_start_date: isPaid ? isoTime(now - DAY) : null,
      tariff_end_date: isPaid ? isoTime(now + days * DAY) : null,
      created_at: isoTime(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeSearchText({ users: usersRepo(store.db) }, { id, ...person });
  return { id, email, token: await aSession({ store, clock }, id) };
}

/** Inserts a session that starts now; returns its token. */
export async function aSession({ store, clock }: Rows, userId: number): Promise<string> {
  const token = cryptoTokens.newToken();
  const at = isoTime(clock.now());
  await store.db
    .insertInto('sessions')
    .values({ id: cryptoTokens.newId(), token_hash: hashOf(token), user_id: userId, user_agent: 'test', created_at: at, last_used_at: at })
    .execute();
  return token;
}

/** A small valid image. */
export const aPicture = (format: 'jpeg' | 'png' | 'gif' = 'jpeg', side = 32): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: 15, g: 107, b: 107 } } })
    .toFormat(format)
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const randomText = (length: number, letters = VIN_LETTERS): string =>
  Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('');

/** Fields of a valid vehicle of that type, with random VIN, HIN and serial number. */
export function vehicleFields(type: VehicleType = 'car', overrides: Record<string, string> = {}): Record<string, string> {
  const all: Record<string, string> = {
    carType: { car: 'wagon', truck: 'van', bus: 'city', motorcycle: 'touring' }[type as 'car'] ?? '',
    fuelType: 'petrol',
    engineVolume: '1,4',
    mileage: '98 047',
    mileageUnit: 'km',
    vin: randomText(17),
    hinNumber: randomText(12),
    serialNumber: randomText(10),
  };
  const own = fieldsOf(type).map((field) => [field, all[field] ?? '']);
  return { vehicleType: type, brand: 'Škoda', model: 'Octavia', year: '2014', color: 'синій', ...Object.fromEntries(own), ...overrides };
}

export async function vehicleForm(
  fields: Record<string, string> = vehicleFields(),
  image?: Uint8Array<ArrayBuffer> | null,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (image !== null) form.append('image', new Blob([image ?? (await aPicture())], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}

/** Creates a vehicle through the API. */
export async function aVehicle(
  app: TestApp,
  user: TestUser,
  type: VehicleType = 'car',
  overrides: Record<string, string> = {},
): Promise<Vehicle> {
  const { status, body } = await app.request('POST', '/api/vehicles', {
    token: user.token,
    form: await vehicleForm(vehicleFields(type, overrides)),
  });
  if (status !== 201) throw new Error(`No vehicle was made: ${JSON.stringify(body)}`);
  return body.data as Vehicle;
}

export const recordBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  operationName: 'Заміна оливи',
  partName: 'Олива 5W-30',
  partCode: 'OF-5541',
  price: '86,50',
  reading: '98 100',
  performedOn: '2026-06-14',
  ...overrides,
});

/** Valid entries of the other kinds, for a car with petrol. */
export const fillBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ fuel: 'petrol', volume: '39,2', total: '2 312,80', reading: '98 100', performedOn: '2026-06-14' },
  ...overrides,
});
export const costBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ category: 'insurance', title: 'Автоцивілка', total: '3 450', reading: '98 100', performedOn: '2026-06-14' },
  ...overrides,
});
export const readingBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ reading: '98 100', performedOn: '2026-06-14' },
  ...overrides,
});

/** A valid line of a plan. */
export const planBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ title: 'Олива й фільтр', everyMonths: 12, everyDistance: '10 000' },
  ...overrides,
});

/** A valid message of the contact form. */
export const feedbackBody = (overrides: Record<string, string> = {}): Record<string, string> => ({
  firstName: 'Марія',
  lastName: 'Шевченко',
  email: 'maria@example.com',
  userMessage: 'Чи можна додати причіп до книжки?',
  ...overrides,
});
