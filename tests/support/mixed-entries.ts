import type { Insertable } from 'kysely';
import type { Store } from '#server/db/store.ts';
import type { Tables } from '#server/db/tables.ts';

/** Rows per insert; both databases limit the number of parameters. */
const BATCH = 1_000;
const YEARS = 15;
const START = Date.UTC(2010, 0, 1);
const AT = '2026-01-01T00:00:00.000Z';

type Entry = Insertable<Tables['entries']>;

const KINDS = ['fill', 'fill', 'fill', 'work', 'cost', 'fill', 'fill', 'reading'] as const;

function entryOf(vehicleId: number, number: number, count: number): Entry {
  const day = new Date(START + (number / count) * YEARS * 365 * 86_400_000).toISOString().slice(0, 10);
  const shared = {
    ...{ vehicle_id: vehicleId, performed_on: day, reading: 100_000 + number * 300, currency: 'UAH', source: 'typed', author_id: 1 },
    ...{ uid: `uid-${vehicleId}-${number}`, created_at: AT, changed_at: AT },
  } satisfies Omit<Entry, 'kind'>;
  const kind = KINDS[number % KINDS.length] ?? 'fill';
  if (kind === 'work')
    return { ...shared, kind, amount: 120_000, operation_name: `Заміна ${number % 50}`, part_name: 'Олива 5W-30', part_code: 'OE-1' };
  if (kind === 'cost') return { ...shared, kind, amount: 45_000, cost_group: 'standing' };
  return { ...shared, kind, amount: kind === 'fill' ? 180_000 : null };
}

/** Replaces the typed entries by some of all kinds, a day or less apart; five of eight are fills, of two fuels, and one of ten is partial. */
export async function fillMixed({ db }: Pick<Store, 'db'>, vehicleId: number, count: number): Promise<void> {
  // Their readings do not fit, and nearly all would be doubtful.
  await db.deleteFrom('entries').where('vehicle_id', '=', vehicleId).where('source', '=', 'typed').execute();
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
    const rows = numbers.map((number) => entryOf(vehicleId, number, count));
    const ids = (await db.insertInto('entries').values(rows).returning('id').execute()).map(({ id }) => id);
    const of = (kind: Entry['kind']) =>
      rows.flatMap((row, index) => (row.kind === kind ? [{ entry_id: ids[index] ?? 0, vehicle_id: vehicleId }] : []));
    const fills = of('fill').map((keys, index) => ({
      ...{ ...keys, fuel: index % 4 === 0 ? 'petrol' : 'diesel', volume: 40_000, volume_unit: 'l', price_per_unit: 45_000 },
      ...{ is_full: index % 10 === 0 ? 0 : 1, is_missed_before: 0 },
    }));
    await db
      .insertInto('fills')
      .values(fills as Insertable<Tables['fills']>[])
      .execute();
    await db
      .insertInto('costs')
      .values(of('cost').map((keys) => ({ ...keys, category: 'insurance', title: 'ОСЦПВ' })))
      .execute();
    await db
      .insertInto('readings')
      .values(of('reading').map((keys) => ({ ...keys, is_reset: 0 })))
      .execute();
  }
}
