import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workOf } from '#server/db/work.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Files } from '#server/ports/files.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { objectDeletionsJob } from './object-deletions.job.ts';
import { objectsRepo } from './objects.repo.ts';

/** More than are deleted at the same time. */
const KEYS = Array.from({ length: 25 }, (_, n) => `key-${String(n).padStart(2, '0')}`);

describe.each(DATABASES)('the deletion of objects on %s', (kind) => {
  let app: TestApp;
  let refused: readonly string[];
  let tries: number;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    tries = 0;
    await app.store.db.deleteFrom('object_deletions').execute();
    for (const key of KEYS) await objectsRepo(app.store.db).insert(key, isoTime(app.clock.now()));
  });
  afterAll(() => app.close());

  const files: Files = {
    write: async () => undefined,
    read: async () => undefined,
    async remove(key) {
      tries += 1;
      if (refused.includes(key)) throw new Error('refused');
    },
    close: () => undefined,
  };
  const run = () => objectDeletionsJob({ work: workOf(app.store, objectsRepo), files, clock: app.clock }).run();
  const waiting = async () =>
    (await app.store.db.selectFrom('object_deletions').select('object_key').orderBy('object_key').execute()).map((row) => row.object_key);

  test('goes on after an object that the store does not delete, and fails', async () => {
    refused = KEYS.slice(0, 1);
    await expect(run()).rejects.toThrow('refused');
    expect(await waiting()).toEqual(refused);
  });

  test('stops after a group of which nothing could be deleted', async () => {
    refused = KEYS;
    await expect(run()).rejects.toThrow('refused');
    expect([tries < KEYS.length, await waiting()]).toEqual([true, KEYS]);
  });
});
