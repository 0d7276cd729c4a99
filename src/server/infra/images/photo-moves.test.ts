import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workOf } from '#server/db/work.ts';
import type { Files } from '#server/ports/files.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { imagesRepo } from './images.repo.ts';
import { objectsRepo } from './objects.repo.ts';
import { objectsService } from './objects.service.ts';
import { photoMovesRepo } from './photo-moves.repo.ts';
import { photoMovesService } from './photo-moves.service.ts';

const PAGE = Buffer.from('<!doctype html><title>Back soon</title>');

/** A photo exists in one place only, so it is not removed from there before it is known to be in the other. */
describe.each(DATABASES)('a move of photos with a store that does not do what it says, on %s', (kind) => {
  let app: TestApp;
  let objects: Map<string, Uint8Array>;
  let answers: 'all' | 'nothing' | 'a page';
  const files: Files = {
    async write(key, { bytes }) {
      if (answers === 'all') objects.set(key, bytes);
    },
    async read(key) {
      return answers === 'a page' ? PAGE : objects.get(key);
    },
    async remove(key) {
      objects.delete(key);
    },
    close: () => undefined,
  };
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    objects = new Map();
    answers = 'all';
    await app.store.db.deleteFrom('vehicles').execute();
    await app.store.db.deleteFrom('images').execute();
    await app.store.db.deleteFrom('object_deletions').execute();
    await aVehicle(app, await aUser(app));
  });
  afterAll(() => app.close());

  const moves = () => {
    const { store, clock } = app;
    return photoMovesService({
      work: workOf(store, (db) => ({ images: imagesRepo(db), objects: objectsRepo(db), moves: photoMovesRepo(db) })),
      objects: objectsService({ work: workOf(store, objectsRepo), files, tokens: cryptoTokens, clock }),
      clock,
    });
  };
  const row = () => app.store.db.selectFrom('images').select(['bytes', 'object_key', 'object_size']).executeTakeFirstOrThrow();

  test.each(['nothing', 'a page'] as const)('to the store, which answers %s: the row keeps the bytes', async (wrong) => {
    const before = await row();
    expect(before.bytes.byteLength).toBeGreaterThan(0);
    answers = wrong;
    await expect(moves().toStore()).rejects.toMatchObject({ code: 'api.503' });
    expect(await row()).toEqual(before);
  });

  test('to the database, with a page instead of the photo: the row keeps its key, and the object stays', async () => {
    await moves().toStore();
    const before = await row();
    expect(before.object_key).not.toBeNull();
    answers = 'a page';
    await expect(moves().toDatabase()).rejects.toMatchObject({ code: 'api.503' });
    expect(await row()).toEqual(before);
    expect(await app.store.db.selectFrom('object_deletions').select('object_key').execute()).toEqual([]);
    answers = 'all';
    expect(await moves().toDatabase()).toMatchObject({ photos: 1, lost: [] });
    expect((await row()).bytes.byteLength).toBe(before.object_size);
  });
});
