import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { type RevenueRepo, revenueRepo } from '#server/features/revenue/revenue.repo.ts';
import { endsFrom, lastMonths } from '#server/features/revenue/revenue.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { fillRevenue } from '#tests/support/fill-revenue.ts';
import { fillAdminLists } from '#tests/support/many-rows.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

const COUNT = 20_000;
const NOW = Date.now();
const MONTH = lastMonths(NOW - 40 * DAY).at(-1) as ReturnType<typeof lastMonths>[number];

/** Each query with its index, and a figure that shows that it found something. */
const QUERIES: [string, string, (repo: RevenueRepo) => Promise<number>][] = [
  ['the payments of a month', 'orders_paid', async (repo) => (await repo.sumPaid(MONTH)).family],
  ['the users of a tariff', 'users_tariff', (repo) => repo.countRunning('family', isoTime(NOW))],
  ['the periods that end soon', 'orders_in_force', async (repo) => (await repo.sumInForce('family', endsFrom(NOW).soon)).cents],
  ['the periods that end later', 'orders_in_force', async (repo) => (await repo.sumInForce('family', endsFrom(NOW).later)).cents],
  ['the users registered in a month', 'users_created', async (repo) => (await repo.countRegistered(MONTH, MONTH.limit)).counted],
  ['the periods that ended in a month', 'orders_ended', async (repo) => (await repo.countEnded(MONTH, MONTH.limit)).of],
];

describe.each(DATABASES)(`revenue among ${COUNT} orders and users on %s`, { timeout: 240_000 }, (kind) => {
  let database: SharedDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
    await fillAdminLists(store, COUNT);
    await fillRevenue(store);
  }, 240_000);
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  test.each(QUERIES)('%s: reads a range of %s alone', async (_, index, query) => {
    const plans = await plansOf(store, async (db) => expect(await query(revenueRepo(db))).toBeGreaterThan(0));
    expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
    const alone = kind === 'sqlite' ? `COVERING INDEX ${index}` : `Index Only Scan ${index}`;
    expect(plans.flatMap(({ reads }) => reads)).toEqual([expect.stringContaining(alone)]);
  });
});
