import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertDistance, type Distance } from '#contract/units.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, costBody, fillBody, readingBody, recordBody, type TestUser } from '#tests/support/builders.ts';

const BODIES = { records: recordBody, fills: fillBody, costs: costBody, readings: readingBody };
type Path = keyof typeof BODIES;

/** A number of an entry or of the details, and what it was before the last conversion. */
interface Plain {
  value: number;
  other?: number | undefined;
}
interface TypedEntry {
  path: Path;
  reading: number;
  distance: number;
  /** 0: without a reading, below 3: a fill with its distance, or a reading with a replaced odometer. */
  omits: number;
}
interface PlainEntry {
  path: Path;
  id: number;
  reading: Plain;
  /** The distance on the fuel of a fill, or the last value of a replaced odometer. */
  distance: Plain | undefined;
}
interface PlainBook {
  unit: Distance;
  mileage: Plain;
  entries: PlainEntry[];
}

type Step = { at: number; reading: number; distance: number } & {
  do: 'convert' | 'relabel' | 'edit' | 'save' | 'saveDetails' | 'editDetails' | 'convertDeleted' | 'editDistance';
};

// Small enough for several conversions that enlarge it.
const number = fc.integer({ min: 1, max: 100_000 });
const typedEntries: fc.Arbitrary<TypedEntry[]> = fc.array(
  fc.record({
    path: fc.constantFrom<Path>('records', 'fills', 'fills', 'costs', 'readings'),
    reading: number,
    distance: number,
    omits: fc.nat(4),
  }),
  { minLength: 1, maxLength: 6 },
);
const step: fc.Arbitrary<Step> = fc.record({
  // Every second step converts.
  do: fc.oneof(
    fc.constant<Step['do']>('convert'),
    fc.constantFrom<Step['do']>('relabel', 'edit', 'editDistance', 'save', 'saveDetails', 'editDetails', 'convertDeleted'),
  ),
  at: fc.nat(5),
  ...{ reading: number, distance: number },
});

const DISTANCE = { fills: 'distanceOnFuel', readings: 'oldReading' } as const;
const distanceField = (path: Path): string | undefined => DISTANCE[path as keyof typeof DISTANCE];
const other = (unit: Distance): Distance => (unit === 'km' ? 'mi' : 'km');
const numbersOf = ({ mileage, entries }: PlainBook): Plain[] =>
  [mileage, ...entries.flatMap(({ reading, distance }) => [reading, distance])].filter((plain) => plain !== undefined);
function enter(plain: Plain, value: number): void {
  if (plain.value !== value) plain.other = undefined;
  plain.value = value;
}

describe.each(DATABASES)('converting the unit and back on %s', (kind) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await testApp(kind);
    user = await aUser(app, { tariff: 'business' });
  });
  afterAll(() => app.close());

  async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const answer = await app.request(method, path, { token: user.token, body });
    expect({ method, path, body: answer.body }).toMatchObject({ body: { success: true } });
    return answer.body.data as { id: number };
  }

  async function aBook(unit: Distance, typed: readonly TypedEntry[]) {
    const mileage = typed[0]?.reading ?? 1;
    const { id } = await aVehicle(app, user, 'car', { mileageUnit: unit, mileage: String(mileage) });
    const url = `/api/vehicles/${id}`;
    const book: PlainBook = { unit, mileage: { value: mileage }, entries: [] };
    for (const { path, reading, distance, omits } of typed) {
      const value = omits === 0 && path !== 'readings' ? 0 : reading;
      const field = omits < 3 ? distanceField(path) : undefined;
      const more = { ...(field && { [field]: distance }), ...(field === 'oldReading' && { isReset: true }) };
      const created = await send('POST', `${url}/${path}`, BODIES[path]({ reading: value, ...more }));
      book.entries.push({
        ...{ path, id: created.id, reading: { value } },
        distance: field ? { value: distance } : undefined,
      });
    }
    return { url, book };
  }

  /** The numbers as the API returns them. */
  async function read(url: string): Promise<object> {
    const { data } = (await app.request('GET', url, { token: user.token })).body;
    const lines: object[] = [];
    for (const path of Object.keys(BODIES)) {
      const { data: entries } = (await app.request('GET', `${url}/${path}`, { token: user.token })).body;
      for (const { id, reading, distanceOnFuel, oldReading, isFromDetails } of entries as Record<string, number | null>[])
        if (!isFromDetails) lines.push({ path, id, reading: reading ?? 0, distance: distanceOnFuel ?? oldReading ?? null });
    }
    return { unit: data.mileageUnit, mileage: data.mileage, lines };
  }
  const plainly = ({ unit, mileage, entries }: PlainBook): object => ({
    ...{ unit, mileage: mileage.value },
    lines: Object.keys(BODIES).flatMap((path) =>
      entries
        .filter((entry) => entry.path === path)
        .map(({ id, reading, distance }) => ({ path, id, reading: reading.value, distance: distance?.value ?? null }))
        .toSorted((a, b) => b.id - a.id),
    ),
  });

  async function convert(url: string, book: PlainBook): Promise<void> {
    book.unit = other(book.unit);
    await send('PATCH', url, { mileageUnit: book.unit, unitChange: 'convert' });
    for (const plain of numbersOf(book))
      Object.assign(plain, { value: plain.other ?? convertDistance(plain.value, book.unit), other: plain.value });
  }

  const steps: Record<Step['do'], (url: string, book: PlainBook, entry: PlainEntry, step: Step) => Promise<unknown>> = {
    convert,
    async relabel(url, book) {
      book.unit = other(book.unit);
      for (const plain of numbersOf(book)) plain.other = undefined;
      await send('PATCH', url, { mileageUnit: book.unit, unitChange: 'relabel' });
    },
    async edit(url, _, { path, id, reading }, { reading: value }) {
      enter(reading, value);
      await send('PATCH', `${url}/${path}/${id}`, { reading: value });
    },
    async editDistance(url, _, { path, id, distance }, { distance: value }) {
      if (!distance) return;
      enter(distance, value);
      await send('PATCH', `${url}/${path}/${id}`, { [distanceField(path) ?? '']: value });
    },
    /** Opened and saved without a change of the numbers. */
    save: (url, { unit }, { path, id, reading, distance }) =>
      send('PATCH', `${url}/${path}/${id}`, {
        ...{ reading: reading.value, note: 'збережено', readingUnit: unit },
        ...(path === 'records' ? { note: undefined, operationName: 'Мийка' } : {}),
        ...(distance ? { [distanceField(path) ?? '']: distance.value } : {}),
      }),
    saveDetails: (url, { unit, mileage }) => send('PATCH', url, { color: 'білий', mileage: String(mileage.value), mileageUnit: unit }),
    async editDetails(url, { mileage }, _, { reading: value }) {
      enter(mileage, value);
      await send('PATCH', url, { mileage: String(value) });
    },
    async convertDeleted(url, book, { path, id }) {
      await send('DELETE', `${url}/${path}/${id}`);
      await convert(url, book);
      await send('POST', `${url}/${path}/${id}/restore`);
    },
  };

  test('gives back what was typed, whatever the numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Distance>('km', 'mi'), typedEntries, async (unit, typed) => {
        const { url, book } = await aBook(unit, typed);
        const before = await read(url);
        expect(before).toEqual(plainly(book));
        await convert(url, book);
        expect(await read(url)).not.toEqual(before);
        await convert(url, book);
        expect(await read(url)).toEqual(before);
      }),
      { seed: 20_261_128, numRuns: 15 },
    );
  });

  /** Takes the steps and compares all numbers after each. */
  async function take(unit: Distance, typed: readonly TypedEntry[], taken: readonly Step[]): Promise<void> {
    const { url, book } = await aBook(unit, typed);
    for (const one of taken) {
      const entry = book.entries[one.at % book.entries.length] as PlainEntry;
      await steps[one.do](url, book, entry, one);
      expect({ after: one.do, ...(await read(url)) }).toEqual({ after: one.do, ...plainly(book) });
    }
  }

  test('keeps what was entered in between, and nothing else changes, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Distance>('km', 'mi'), typedEntries, fc.array(step, { minLength: 3, maxLength: 8 }), take),
      { seed: 20_261_128, numRuns: 25 },
    );
  });

  test.each<Step['do']>(['relabel', 'edit', 'editDistance', 'save', 'saveDetails', 'editDetails', 'convertDeleted'])(
    'between two conversions: %s',
    async (done) => {
      const typed = (['fills', 'records', 'fills'] as const).map((path) => ({ path, reading: 98_047, distance: 402, omits: 1 }));
      const named = (['convert', done, 'convert', 'convert'] as const).map((one) => ({ do: one, at: 0, reading: 61_000, distance: 251 }));
      await take('km', typed, named);
    },
  );

  test('a mileage that is sent with the conversion is the one that counts', async () => {
    const { url } = await aBook('km', [{ path: 'records', reading: 98_047, distance: 1, omits: 1 }]);
    const convertWith = (mileageUnit: Distance, mileage: string) => send('PATCH', url, { mileageUnit, mileage, unitChange: 'convert' });
    // What the form shows after the conversion.
    await convertWith('mi', '60 924');
    await send('PATCH', url, { mileageUnit: 'km', unitChange: 'convert' });
    expect(await read(url)).toMatchObject({ mileage: 98_047 });
    await convertWith('mi', '61 000');
    await send('PATCH', url, { mileageUnit: 'km', unitChange: 'convert' });
    expect(await read(url)).toMatchObject({ mileage: convertDistance(61_000, 'km'), lines: [{ reading: 98_047 }] });
  });
});
