import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { costInput } from '#contract/costs.ts';
import { fillInput } from '#contract/fills.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { readingInput } from '#contract/readings.ts';
import { recordInput } from '#contract/records.ts';
import { seeded } from '#tests/support/random-records.ts';
import * as costs from './costs/cost-draft.ts';
import * as fills from './fills/fill-draft.ts';
import * as readings from './readings/reading-draft.ts';
import * as records from './records/record-draft.ts';

const SEED = 35;
const RUNS = 300;

const random = seeded(SEED);
/** A number with at most that many decimals: small, large, or with a trailing zero. */
const number = (decimals: number, max: number): number =>
  Number((random() * (random() < 0.3 ? 10 : random() < 0.3 ? max : 2_000)).toFixed(Math.floor(random() * (decimals + 1)))) || 1;
const orNull = <T>(value: T): T | null => (random() < 0.2 ? null : value);

/** What the server reads in the form of an entry that is saved as it was opened. */
const savedAs = (schema: z.ZodMiniType, body: object): object => {
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new Error(JSON.stringify({ body, issues: parsed.error.issues }));
  return parsed.data as object;
};
const cents = ({ total, ...rest }: Record<string, unknown>) => ({ ...rest, total: (total as { amount?: number } | null)?.amount ?? total });

test.each(LANGUAGES)('a fill, a cost, a reading and a record that are opened and saved keep their numbers: %s', (language) => {
  for (let run = 0; run < RUNS; run++) {
    const day = { performedOn: '2026-02-28', place: orNull('OKKO'), note: orNull('1,5 · 2.5') };
    const fill = {
      ...{ ...day, fuel: 'petrol', volumeUnit: 'l', reading: orNull(number(1, 9_999_999)), volume: number(3, 99_999) },
      ...{ total: orNull(number(2, 9_999_999)), isFull: random() < 0.5, isMissedBefore: random() < 0.5 },
      ...{ level: orNull(Math.floor(random() * 101)), distanceOnFuel: orNull(number(1, 9_999)), grade: orNull('A-95') },
    };
    const { pricePerUnit: _, ...sentFill } = fills.bodyOf(fills.draftOf({ ...fill, pricePerUnit: number(4, 99) } as never, language));
    expect(cents(savedAs(fillInput, sentFill) as never)).toMatchObject(fill);
    const cost = {
      ...{ ...day, category: 'fluids', title: 'AdBlue', reading: orNull(number(1, 9_999_999)), total: number(2, 999_999_999) },
      ...{ quantity: number(3, 99_999), quantityUnit: 'l', refundOf: null },
    };
    expect(cents(savedAs(costInput, costs.bodyOf(costs.draftOf(cost as never, language))) as never)).toMatchObject(cost);
    const reading = {
      performedOn: day.performedOn,
      note: day.note,
      reading: number(1, 9_999_999),
      isReset: true,
      oldReading: orNull(number(1, 9_999_999)),
    };
    expect(savedAs(readingInput, readings.bodyOf(readings.draftOf(reading, language)))).toMatchObject(reading);
    const record = {
      ...{ performedOn: day.performedOn, reading: number(1, 9_999_999), operationName: 'Oil', partName: 'Castrol', partCode: '-' },
      price: number(2, 999_999_999),
    };
    const { price, ...saved } = savedAs(recordInput, records.bodyOf(records.draftOf(record as never, 'km', language))) as Record<
      string,
      unknown
    >;
    expect({ ...saved, price: (price as { amount: number }).amount }).toMatchObject(record);
  }
});
