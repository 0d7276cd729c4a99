/**
 * `npm run seed`: fills an empty database with demo data: three users with the three tariffs, their vehicles, years of records, fuel and
 * other costs, plans, orders in all states, adverts, and a year of visits.
 */

import { randomBytes } from 'node:crypto';
import { readingUnitOf } from '#contract/records.ts';
import { DAY } from '#contract/time.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { mileagesRepo } from '#server/features/entries/mileages.repo.ts';
import { toColumns } from '#server/features/vehicles/vehicles.rows.ts';
import { imagesRepo } from '#server/infra/images/images.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { sharpImages } from '#server/ports/images.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { readConfig } from '#server/settings/config.ts';
import { originOf } from '#server/start/origin.ts';
import { makeAdministrator } from './administrator.ts';
import { seedAdverts, seedVisits } from './seed/admin.ts';
import { seedCosts } from './seed/costs.ts';
import { type Owner, seedFills } from './seed/fills.ts';
import { RUNNING, seedOrders, seedPaid, seedPayments } from './seed/orders.ts';
import { type DemoVehicle, PEOPLE, type Person } from './seed/people.ts';
import { pictureOf } from './seed/pictures.ts';
import { seedPlan } from './seed/plan.ts';

const now = Date.now();

async function seedPerson(store: Store, person: Person, password: string): Promise<void> {
  const isPaid = person.tariff !== 'basic';
  const { id } = await store.db
    .insertInto('users')
    .values({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      phone: null,
      password_hash: await argonPasswords().hash(password),
      currency: person.currency,
      language: person.language,
      image_id: null,
      tariff: person.tariff,
      ...(isPaid ? RUNNING : { tariff_start_date: null, tariff_end_date: null }),
      created_at: isoTime(now - 2000 * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [n, vehicle] of person.vehicles.entries()) await seedVehicle(store, { userId: id, currency: person.currency }, vehicle, n);
  await seedOrders(store, id, person.tariff);
}

async function seedVehicle(store: Store, { userId, currency }: Owner, vehicle: DemoVehicle, n: number): Promise<void> {
  const image = await sharpImages().encode(await pictureOf(vehicle.fields.vehicleType, n));
  const imageId = cryptoTokens.newId();
  const createdAt = `${vehicle.since}T09:00:00.000Z`;
  await store.transaction(async (tx) => {
    await imagesRepo(tx).insert({ id: imageId, ...image, createdAt });
    const { id } = await tx
      .insertInto('vehicles')
      .values({ ...toColumns(vehicle.fields), user_id: userId, image_id: imageId, created_at: createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (vehicle.note) await tx.insertInto('notes').values({ vehicle_id: id, text: vehicle.note }).execute();
    const { mileage } = vehicle.fields;
    if (mileage !== undefined) {
      const stored = { vehicle_id: id, performed_on: createdAt.slice(0, 10), reading: mileage * 10, currency, author_id: userId };
      await mileagesRepo(tx).insert({ ...stored, uid: cryptoTokens.newUid(), created_at: createdAt, changed_at: createdAt });
    }
    for (const record of recordsOf(vehicle))
      await tx
        .insertInto('entries')
        .values({
          ...{ ...record, currency, vehicle_id: id, author_id: userId, uid: cryptoTokens.newUid() },
          ...{ created_at: createdAt, changed_at: createdAt },
        })
        .execute();
    const owned = { vehicleId: id, userId, currency, createdAt };
    await seedFills(tx, vehicle, owned, now);
    await seedCosts(tx, vehicle, owned, now);
    await seedPlan(tx, vehicle, owned);
  });
}

/** Repeats each operation at its interval, from the first day of the book until today. */
function recordsOf({ fields, since, startReading, perDay, works }: DemoVehicle) {
  const unit = readingUnitOf(fields.vehicleType, fields.mileageUnit ?? null);
  const first = Date.parse(since);
  const records = works.flatMap(([operation_name, part_name, part_code, price, everyDays], n) => {
    const count = Math.floor((now - first) / DAY / everyDays);
    return Array.from({ length: count }, (_, k) => {
      const days = Math.round((k + 1) * everyDays - (n * everyDays) / 9);
      const performed_on = isoTime(first + days * DAY).slice(0, 10);
      const reading = unit === 'year' ? Number(performed_on.slice(0, 4)) : startReading + days * perDay;
      const cents = Math.round(price * 100 * (1 + ((k * 7 + n * 3 + fields.year) % 11) / 40));
      return {
        kind: 'work' as const,
        source: 'typed' as const,
        operation_name,
        part_name,
        part_code,
        amount: cents,
        reading: unit === 'h' ? Math.round(reading * 10) : Math.round(reading) * 10,
        performed_on,
      };
    });
  });
  return records.sort((a, b) => a.performed_on.localeCompare(b.performed_on));
}

const config = readConfig(process.env);
const store = await openStore({ ...config, runsMigrations: true, onError: (error) => console.error(error.message) });
try {
  if (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
    console.error('The database already has users, and the demo fills only an empty one. Name another with DATA_DIR or DATABASE_URL.');
    process.exitCode = 1;
  } else {
    await seedPayments(store);
    for (const person of PEOPLE) {
      const password = `${randomBytes(9).toString('base64url')}aA1!`;
      await seedPerson(store, person, password);
      console.log(`${person.tariff.padEnd(8)}  ${person.email}  ${password}`);
    }
    await seedPaid(store);
    await seedAdverts(store);
    await seedVisits(store);
    // With ADMIN_EMAIL and ADMIN_PASSWORD, the next start of the server creates that administrator or sets the password.
    const { email, password } =
      config.adminEmail && config.adminPassword
        ? { email: config.adminEmail, password: '(as in ADMIN_PASSWORD)' }
        : await makeAdministrator({ store, origin: originOf(config) }, config.adminEmail ?? 'admin@example.com');
    console.log(`admin     ${email}  ${password}`);
    console.log('Log in at /login with any of the three, at /admin with the last.');
  }
} finally {
  await store.close();
}
