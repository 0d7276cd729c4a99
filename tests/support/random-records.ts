/** Records that look random but are the same in each run. */
import type { NotNull } from 'kysely';
import { COST_GROUPS } from '#contract/statistics.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Store } from '#server/db/store.ts';
import type { PlainRecord } from './plain-spending.ts';
import { workRow } from './work-rows.ts';

/** Numbers from 0 to 1 by a linear congruential generator. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const OPERATIONS = [
  ...['Заміна оливи', 'ЗАМІНА ОЛИВИ', 'заміна Оливи', 'İstanbul', 'i̇stanbul', 'Straße', 'STRASSE', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'σίσυφοσ'],
  ...['🔧 ремонт', "O'Reilly %_\\", '"quoted"', 'ЇЖАК Ґ', 'їжак ґ', 'ǅungla', 'ǆungla', '-', 'שלום', '﷽'],
  ...Array.from({ length: 25 }, (_, n) => `Робота ${n % 12} ${n}`),
];
const STORED_GROUPS = [...COST_GROUPS, 'loan'] as const;
const PARTS = ['-', 'Олива 5W-30', 'ОЛИВА 5w-30', 'Фільтр', 'фільтр', '🔩', 'İ', 'ß'];
const CODES = [
  ...['-', '—', '🔩', 'OF-5541', 'of-5541', 'Of 5541', 'OF5541', 'ОФ-5541', 'оф-5541', 'Ⅷ', 'ⅷ', '0'],
  ...Array.from({ length: 30 }, (_, n) => `K${n}`),
];
/** Days at the borders of months and years, which many records share. */
const BORDERS = [
  '2019-12-31',
  '2020-01-01',
  '2020-02-29',
  '2020-03-01',
  '2023-12-31',
  '2024-01-01',
  '2026-04-30',
  '2026-05-01',
  '2026-05-17',
];

export interface Shape {
  vehicleId: number;
  count: number;
  unit: 'km' | 'mi' | 'h' | 'year';
  /** Readings grow with the days; otherwise they are in any order. */
  isInOrder?: boolean;
}

const currencyOf = (chance: number): Currency => (chance < 0.7 ? 'UAH' : chance < 0.95 ? 'EUR' : 'USD');

/** Work, fills and costs in several currencies; some fills have no amount, and some costs are refunds. */
export function randomEntries(shape: Shape, random: () => number): Omit<PlainRecord, 'id'>[] {
  const works = randomRecords(shape, random).map((work) => ({ ...work, currency: currencyOf(random()) }));
  return works.map((work) => {
    const kind = random();
    if (kind < 0.5) return work;
    if (kind < 0.75) return { ...work, kind: 'fill', price: random() < 0.1 ? null : work.price };
    const costGroup = STORED_GROUPS[Math.floor(random() * STORED_GROUPS.length)] as (typeof STORED_GROUPS)[number];
    return { ...work, kind: 'cost', costGroup, price: random() < 0.2 ? -Number(work.price) : work.price };
  });
}

export function randomRecords({ vehicleId, count, unit, isInOrder }: Shape, random: () => number): Omit<PlainRecord, 'id'>[] {
  const upTo = (end: number): number => Math.floor(random() * end);
  const pick = (values: readonly string[]): string => values[upTo(values.length)] as string;
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const aDay = (): string => (random() < 0.3 ? pick(BORDERS) : `${2019 + upTo(7)}-${twoDigits(1 + upTo(12))}-${twoDigits(1 + upTo(28))}`);
  const days = Array.from({ length: count }, aDay);
  if (isInOrder) days.sort();
  return days.map((performedOn, index) => {
    const whole = isInOrder ? 90_000 + index * 13 : 1 + upTo(99_999);
    const reading = unit === 'h' ? whole * 10 + upTo(10) : unit === 'year' ? 20_000 + upTo(26) * 10 : whole * 10;
    return {
      vehicleId,
      operationName: pick(OPERATIONS),
      partName: pick(PARTS),
      partCode: pick(CODES),
      price: random() < 0.05 ? 0 : random() < 0.01 ? 99_999_999_999 : upTo(1_000_000),
      reading: random() < 0.25 ? 0 : reading,
      performedOn,
      ...{ kind: 'work', costGroup: null, currency: 'UAH' },
    };
  });
}

const BATCH = 500;

/** Writes records straight into the database; returns them with their ids. */
export async function insertRecords({ db }: Pick<Store, 'db'>, records: readonly Omit<PlainRecord, 'id'>[]): Promise<PlainRecord[]> {
  const inserted: PlainRecord[] = [];
  for (let start = 0; start < records.length; start += BATCH) {
    const batch = records.slice(start, start + BATCH);
    const rows = await db
      .insertInto('entries')
      .values(
        batch.map(({ vehicleId, operationName, partName, partCode, price, reading, performedOn, kind, costGroup, currency }) => ({
          ...workRow({
            ...{ vehicle_id: vehicleId, operation_name: operationName, part_name: partName, part_code: partCode },
            ...{ price: price ?? 0, reading, performed_on: performedOn, created_at: '2026-01-01T00:00:00.000Z' },
          }),
          ...{ kind, cost_group: costGroup, amount: price, currency },
        })),
      )
      .returning([
        'id',
        'vehicle_id as vehicleId',
        'operation_name as operationName',
        'part_name as partName',
        'part_code as partCode',
        'amount as price',
        'reading',
        'performed_on as performedOn',
        'kind',
        'cost_group as costGroup',
        'currency',
      ])
      .$narrowType<Record<'operationName' | 'partName' | 'partCode', NotNull> & { kind: 'work' | 'fill' | 'cost' }>()
      .execute();
    inserted.push(...rows);
  }
  return inserted;
}
