/** Each race of races.test.ts is lost when its lock is taken out of the source: so the races do test the locks. */
import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { DatabaseKind } from '#server/db/columns.ts';
import { DATABASES } from '#tests/support/app.ts';
import { LOCKS, type Lock, lingering, ownerUnlocked } from '#tests/support/locks.ts';
import { patchedCopy } from '#tests/support/patched.ts';
import { aDatabase, startOn } from '#tests/support/processes.ts';
import type { Pair, Race } from '#tests/support/races.ts';

/** A race may be won by luck; not this often. */
const TRIES = 15;
/** Two servers are started for each lock, and races are run until one is lost. */
const TIMEOUT = 60_000;

async function isLost(race: Race, pair: Pair): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      await race(pair);
    } catch (error) {
      // What the race demands does not hold; anything else is a fault of the test.
      if (error instanceof AssertionError) return true;
      throw error;
    }
  }
  return false;
}

async function lostRaces(kind: DatabaseKind, { patches, races }: Lock): Promise<boolean[]> {
  const copy = patchedCopy([...patches, lingering]);
  const database = await aDatabase(kind);
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
    TIMEOUT,
  );
});

test('a lock that is no longer where the list says is told', () => {
  expect(() => patchedCopy([{ ...ownerUnlocked, search: 'no such text' }])).toThrow('vehicles.repo.ts holds 0 times');
});
