import { DAY } from '#contract/time.ts';
import type { Db } from '#server/db/store.ts';
import { groupOf } from '#server/features/entries/costs/costs.kind.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import type { Owned } from './fills.ts';
import type { DemoVehicle } from './people.ts';

/** Repeats each cost of a vehicle at its interval, from the first day of the book until today. */
export async function seedCosts(db: Db, { costs = [], since }: DemoVehicle, owned: Owned, now: number): Promise<void> {
  const first = Date.parse(since);
  for (const [category, title, total, everyDays] of costs)
    for (let day = first + 20 * DAY; day < now; day += everyDays * DAY) {
      const { id } = await db
        .insertInto('entries')
        .values({
          ...{
            vehicle_id: owned.vehicleId,
            author_id: owned.userId,
            kind: 'cost',
            source: 'typed',
            currency: owned.currency,
            uid: cryptoTokens.newUid(),
          },
          ...{
            performed_on: isoTime(day).slice(0, 10),
            reading: 0,
            amount: total * 100,
            cost_group: groupOf({ category, refund_of: null }),
          },
          ...{ created_at: owned.createdAt, changed_at: owned.createdAt },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('costs')
        .values({ entry_id: id, vehicle_id: owned.vehicleId, category, title, quantity: null, quantity_unit: null, refund_of: null })
        .execute();
    }
}
