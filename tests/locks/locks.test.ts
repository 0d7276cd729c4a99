/**
 * Mutation test of races.test.ts: with a lock removed from a copy of the source, each race that needs it must fail at least once. Whether
 * two requests overlap is up to the scheduler, so this has its own command (`npm run locks`) and is not part of `npm test`.
 */
import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { DatabaseKind } from '#server/db/columns.ts';
import { DATABASES } from '#tests/support/app.ts';
import { LOCKS, type Lock, lingering } from '#tests/support/locks.ts';
import { patchedCopy } from '#tests/support/patched.ts';
import { aDatabase, startFromSource } from '#tests/support/processes.ts';
import type { Pair, Race } from '#tests/support/races.ts';

/** Milliseconds. Without its lock a race fails after a few rounds; a race that passes for this long does not depend on the lock. */
const RACE_TIME = 60_000;
/** Milliseconds for starting the two servers of a test. */
const START_TIME = 30_000;
const MOST_RACES = Math.max(...LOCKS.map(({ races }) => races.length));

async function doesFail(race: Race, pair: Pair): Promise<boolean> {
  const deadline = performance.now() + RACE_TIME;
  while (performance.now() < deadline) {
    try {
      await race(pair);
    } catch (error) {
      // An AssertionError is the violated invariant; any other error is a bug in the test.
      if (error instanceof AssertionError) return true;
      throw error;
    }
  }
  return false;
}

async function failingRaces(kind: DatabaseKind, { patches, races }: Lock): Promise<boolean[]> {
  const copy = patchedCopy([...patches, lingering]);
  const database = await aDatabase(kind, { isPatient: true });
  // One after the other: the removed lock may be the one that keeps two processes from migrating at once.
  const servers = [await startFromSource(database, copy.project), await startFromSource(database, copy.project)] as const;
  const store = await database.open();
  const results: boolean[] = [];
  try {
    for (const race of races) results.push(await doesFail(race, { servers, store }));
  } finally {
    await store.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.remove();
    copy.remove();
  }
  return results;
}

describe.each(DATABASES)('without its lock a race fails on %s', (kind) => {
  test.each(LOCKS.filter(({ on = DATABASES }) => on.includes(kind)))(
    '$name',
    async (lock) => {
      expect(await failingRaces(kind, lock)).toEqual(lock.races.map(() => true));
    },
    START_TIME + RACE_TIME * MOST_RACES,
  );
});
