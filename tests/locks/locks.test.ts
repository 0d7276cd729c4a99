/**
 * Mutation test of races.test.ts: with a lock removed from a copy of the source, each race that needs it must fail at least once.
 * Whether two requests meet is up to the scheduler, so this runs as a command of its own (`npm run locks`), not in `npm test`.
 */
import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { DatabaseKind } from '#server/db/columns.ts';
import { DATABASES } from '#tests/support/app.ts';
import { LOCKS, type Lock, lingering } from '#tests/support/locks.ts';
import { patchedCopy } from '#tests/support/patched.ts';
import { aDatabase, startOn } from '#tests/support/processes.ts';
import type { Pair, Race } from '#tests/support/races.ts';

/** Without its lock a race fails after a few rounds; a race that holds for this long does not depend on the lock. */
const RACE_TIME = 60_000;
/** Two servers are started for each lock. */
const START_TIME = 30_000;
const MOST_RACES = Math.max(...LOCKS.map(({ races }) => races.length));

async function isLost(race: Race, pair: Pair): Promise<boolean> {
  const deadline = performance.now() + RACE_TIME;
  while (performance.now() < deadline) {
    try {
      await race(pair);
    } catch (error) {
      // An AssertionError is the violated invariant; anything else is a bug in the test.
      if (error instanceof AssertionError) return true;
      throw error;
    }
  }
  return false;
}

async function lostRaces(kind: DatabaseKind, { patches, races }: Lock): Promise<boolean[]> {
  const copy = patchedCopy([...patches, lingering]);
  const database = await aDatabase(kind, { isPatient: true });
  // One after the other: what was taken out may be what lets both make the tables at once.
  const servers = [await startOn(database, copy.project), await startOn(database, copy.project)] as const;
  const store = await database.open();
  const lost: boolean[] = [];
  try {
    for (const race of races) lost.push(await isLost(race, { servers, store }));
  } finally {
    await store.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.remove();
    copy.remove();
  }
  return lost;
}

describe.each(DATABASES)('without its lock a race is lost on %s', (kind) => {
  test.each(LOCKS.filter(({ on = DATABASES }) => on.includes(kind)))(
    '$name',
    async (lock) => {
      expect(await lostRaces(kind, lock)).toEqual(lock.races.map(() => true));
    },
    START_TIME + RACE_TIME * MOST_RACES,
  );
});
