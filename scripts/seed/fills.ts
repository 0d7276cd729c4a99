import type { Currency } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
import type { Db } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import type { DemoFuel, DemoVehicle } from './people.ts';

/** Days of the history that has fills. */
const FILLED = 730;
/** Every so many fills the tank is not filled up. */
const PARTIAL = 9;

export interface Owner {
  userId: number;
  currency: Currency;
}

export interface Owned extends Owner {
  vehicleId: number;
  createdAt: string;
}

/** Writes the fills of the last two years of a vehicle, evenly over its distance. */
export async function seedFills(db: Db, vehicle: DemoVehicle, owned: Owned, now: number): Promise<void> {
  for (const fuel of vehicle.fuels ?? []) await seedFuel(db, vehicle, fuel, owned, now);
}

async function seedFuel(db: Db, { since, startReading, perDay }: DemoVehicle, fuel: DemoFuel, owned: Owned, now: number): Promise<void> {
  const first = Date.parse(since);
  const days = Math.floor((now - first) / DAY);
  const every = Math.ceil(fuel.distance / perDay);
  for (let day = Math.max(1, days - FILLED), n = 0; day < days; day += every, n++) {
    const isFull = n % PARTIAL !== PARTIAL - 1;
    const litres = ((every * perDay) / 100) * fuel.consumption * (1 + ((n * 7) % 11) / 80) * (isFull ? 1 : 0.5);
    const price = fuel.price * (1 + ((n * 5) % 7) / 60);
    const { id } = await db
      .insertInto('entries')
      .values({
        ...{
          vehicle_id: owned.vehicleId,
          author_id: owned.userId,
          kind: 'fill',
          source: 'typed',
          currency: owned.currency,
          uid: cryptoTokens.newUid(),
        },
        ...{ performed_on: isoTime(first + day * DAY).slice(0, 10), reading: Math.round(startReading + day * perDay) * 10 },
        ...{ amount: Math.round(litres * price * 100), place: fuel.place, created_at: owned.createdAt, changed_at: owned.createdAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('fills')
      .values({
        ...{ entry_id: id, vehicle_id: owned.vehicleId, fuel: fuel.fuel, volume: Math.round(litres * 1000), volume_unit: 'l' },
        ...{ is_full: isFull ? 1 : 0, is_missed_before: 0, price_per_unit: null, level: null, distance_on_fuel: null, grade: null },
      })
      .execute();
  }
}
