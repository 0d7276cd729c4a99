import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';

describe.each(DATABASES)('notes on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function aNote() {
    const user = await aUser(app);
    const { id } = await aVehicle(app, user);
    const path = `/api/vehicles/${id}/note`;
    return {
      get: () => app.request('GET', path, { token: user.token }),
      put: (body: object) => app.request('PUT', path, { token: user.token, body }),
      remove: () => app.request('DELETE', path, { token: user.token }),
    };
  }

  test('creates, replaces and deletes a note; without one the note is null', async () => {
    const note = await aNote();
    expect((await note.get()).body).toEqual({ success: true, data: null });
    expect((await note.put({ text: ' Ключ у бардачку ' })).body.data).toEqual({ text: 'Ключ у бардачку' });
    await note.put({ text: 'Ґанок' });
    expect((await note.get()).body.data).toEqual({ text: 'Ґанок' });
    await note.remove();
    expect((await note.get()).body.data).toBe(null);
  });

  test('rejects an empty text with 400, more than 350 characters with 422, and accepts 350 emoji', async () => {
    const note = await aNote();
    for (const text of ['', '  ', undefined, 5])
      expect((await note.put({ text })).body).toMatchObject({ code: 'notesApi.400', errors: [{ field: 'text' }] });
    const long = await note.put({ text: 'x'.repeat(351) });
    expect({ status: long.status, code: long.body.code }).toEqual({ status: 422, code: 'notesApi.422' });
    expect((await note.put({ text: '🚲'.repeat(350) })).status).toBe(200);
  });

  test('rejects a change of a note whose text is not the one that was seen', async () => {
    const note = await aNote();
    const conflict = { status: 409, body: { code: 'api.changed' } };
    expect(await note.put({ text: 'Олива', seen: 'Антифриз' })).toMatchObject(conflict);
    expect((await note.put({ text: 'Олива', seen: null })).status).toBe(200);
    expect(await note.put({ text: 'Фільтр', seen: null })).toMatchObject(conflict);
    expect((await note.put({ text: 'Олива, фільтр', seen: 'Олива' })).status).toBe(200);
    // The response was lost, and the request is repeated.
    expect((await note.put({ text: 'Олива, фільтр', seen: 'Олива' })).status).toBe(200);
    expect(await note.put({ text: 'Свічки', seen: 'Олива' })).toMatchObject(conflict);
    expect((await note.get()).body.data).toEqual({ text: 'Олива, фільтр' });
    expect((await note.put({ text: 'Свічки' })).status).toBe(200);
  });

  test('of 20 parallel changes of the same seen text one is stored', async () => {
    const note = await aNote();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => note.put({ text: `note ${n}`, seen: null })));
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(1);
    expect((await note.get()).body.data).toEqual(saved[0]?.body.data);
  });

  test('keeps one complete note after 20 parallel writes', async () => {
    const note = await aNote();
    const texts = Array.from({ length: 20 }, (_, n) => `note ${n}`);
    await Promise.all(texts.map((text) => note.put({ text })));
    expect(texts).toContain((await note.get()).body.data.text);
  });
});
