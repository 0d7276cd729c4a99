import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportFile } from '#contract/export-file.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { getExport } from '#tests/support/exports.ts';
import { comparable, confirmImport, exportedZip, uploadFile } from '#tests/support/imports.ts';
import { accounts, makeAccount } from '#tests/support/random-accounts.ts';

describe.each(DATABASES)('export and import on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.now = () => Date.parse('2026-06-17T12:00:00Z');
  });
  afterAll(() => app.close());

  test('any account that is exported and brought into another one is exported the same there, and nothing is new the second time', async () => {
    const reached = new Set<string>();
    const reach = (vehicles: ExportFile['vehicles']) => {
      const found = vehicles.flatMap(({ entries, plan, completions, values, archivedAt, note, mileageUnit }) => [
        ...entries.map((entry) => `${entry.kind} ${entry.currency}${entry.kind === 'reading' && entry.isReset ? ' reset' : ''}`),
        ...completions.map(({ isSkip }) => (isSkip ? 'skip' : 'stamp')),
        ...plan.map(({ otherEveryDistance }) => (otherEveryDistance === null ? 'line' : 'converted line')),
        ...values.map(() => 'value'),
        ...(archivedAt ? ['archived'] : []),
        ...(note ? ['note'] : []),
        mileageUnit ?? 'year',
      ]);
      for (const what of found) reached.add(what);
    };
    await fc.assert(
      fc.asyncProperty(accounts, async (account) => {
        const [user, other] = [await aUser(app, { tariff: 'business' }), await aUser(app, { tariff: 'business' })];
        await makeAccount(app, user, account);
        const zip = await exportedZip(app, user);
        const before = await getExport(app, user);
        reach(before.json.vehicles);
        const { body } = await uploadFile(app, other, zip);
        expect(body.data).toMatchObject({ status: 'open', leftOut: 0, known: 0, refusedCount: 0 });
        expect((await confirmImport(app, other, body.data.id)).body).toMatchObject({ data: { status: 'done' } });
        const after = await getExport(app, other);
        expect(comparable(after.json)).toEqual(comparable(before.json));
        expect([...after.files.keys()]).toEqual([...before.files.keys()]);
        expect((await uploadFile(app, other, zip)).body.data).toMatchObject({ fresh: 0 });
      }),
      { seed: 112, numRuns: 4, endOnFailure: true },
    );
    const kinds = ['work', 'fill', 'cost', 'reading'].flatMap((of) => [`${of} UAH`, `${of} EUR`]);
    const others = ['reading UAH reset', 'line', 'converted line', 'stamp', 'skip', 'value', 'archived', 'note', 'km', 'mi', 'h', 'year'];
    expect([...kinds, ...others].filter((what) => !reached.has(what))).toEqual([]);
  });
});
