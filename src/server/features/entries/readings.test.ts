import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody } from '#tests/support/builders.ts';

describe.each(DATABASES)('readings on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aHistory(...records: [day: string, reading: number][]) {
    const user = await aUser(app);
    const path = `/api/vehicles/${(await aVehicle(app, user)).id}`;
    const ids: number[] = [];
    for (const [performedOn, reading] of records) {
      const { body } = await app.request('POST', `${path}/records`, { token: user.token, body: recordBody({ performedOn, reading }) });
      ids.push(body.data.id);
    }
    const send = (query = '') => app.request('GET', `${path}/reference-readings${query}`, { token: user.token });
    return { ids, send, read: async (query?: string) => (await send(query)).body.data };
  }

  test('returns the last record on or before a day and the first one after it', async () => {
    const { ids, read } = await aHistory(
      ['2026-03-01', 300],
      ['2026-01-01', 100],
      ['2026-02-01', 200],
      ['2026-02-01', 210],
      ['2026-03-01', 310],
    );
    const entry = (index: number, reading: number, performedOn: string) => ({ id: ids[index], reading, performedOn });
    expect(await read('?performedOn=2026-02-01')).toMatchObject({
      before: entry(3, 210, '2026-02-01'),
      after: entry(0, 300, '2026-03-01'),
    });
    expect(await read(`?performedOn=2026-02-01&except=${ids[3]}`)).toMatchObject({ before: entry(2, 200, '2026-02-01') });
    expect(await read(`?performedOn=2026-02-01&except=${ids[0]}`)).toMatchObject({ after: entry(4, 310, '2026-03-01') });
    expect(await read('?performedOn=2025-12-31')).toMatchObject({ before: null, after: entry(1, 100, '2026-01-01') });
    expect(await read('?performedOn=2026-06-01')).toMatchObject({ before: entry(4, 310, '2026-03-01'), after: null });
  });

  test('returns the oldest record with the highest reading', async () => {
    const { ids, read } = await aHistory(['2026-03-01', 300], ['2026-02-01', 980_470], ['2026-04-01', 980_470]);
    expect(await read()).toEqual({
      before: null,
      after: null,
      highest: { id: ids[1], kind: 'work', reading: 980_470, performedOn: '2026-02-01' },
    });
  });

  test('returns null without records, and rejects an invalid query', async () => {
    const { send, read } = await aHistory();
    expect(await read('?performedOn=2026-02-01')).toEqual({ before: null, after: null, highest: null });
    for (const query of ['?performedOn=x', '?performedOn=2026-02-30', '?except=0', '?except=x'])
      expect({ query, status: (await send(query)).status }).toEqual({ query, status: 400 });
  });
});
