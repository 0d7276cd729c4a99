import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { type RevenueRepo, revenueRepo } from '#server/features/revenue/revenue.repo.ts';
import { endsFrom, lastMonths, MONTHS_AT_ONCE } from '#server/features/revenue/revenue.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { fillRevenue } from '#tests/support/fill-revenue.ts';
import { fillAdminLists } from '#tests/support/many-rows.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

const COUNT = 5_000;
const NOW = Date.now();
const MONTHS = lastMonths(NOW - 40 * DAY).slice(-MONTHS_AT_ONCE);

const SPAN = { from: MONTHS[0]?.from ?? '', until: MONTHS.at(-1)?.until ?? '' };

const total = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);

/** Each query with its index, the ranges that it reads, and a figure that shows that it found something. */
const QUERIES: [string, string, number, (repo: RevenueRepo) => Promise<number>][] = [
  [
    'the payments of three months',
    'income_days',
    MONTHS_AT_ONCE,
    async (repo) => total((await repo.sumPaid(MONTHS)).map(({ family }) => family)),
  ],
  [
    'the sums of three months by currency',
    'income_days',
    1,
    async (repo) => total((await repo.sumCurrencies(SPAN)).map(({ cents }) => cents)),
  ],
  ['the users of a tariff', 'users_tariff', 1, (repo) => repo.countRunning('family', isoTime(NOW))],
  [
    'the periods that end soon',
    'orders_in_force',
    1,
    async (repo) => (await repo.sumInForce('family', endsFrom(NOW).soon, isoTime(NOW))).cents,
  ],
  [
    'the periods that end later',
    'orders_in_force',
    1,
    async (repo) => (await repo.sumInForce('family', endsFrom(NOW).later, isoTime(NOW))).cents,
  ],
  [
    'the users registered in three months',
    'users_created',
    MONTHS_AT_ONCE,
    async (repo) => total((await repo.countRegistered(MONTHS)).map(({ counted }) => counted)),
  ],
  [
    'the periods that ended in three months',
    'orders_ended',
    MONTHS_AT_ONCE,
    async (repo) => total((await repo.countEnded(MONTHS)).map(({ of }) => of)),
  ],
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

  test.each(QUERIES)('%s: reads ranges of %s alone', async (_, index, ranges, query) => {
    const plans = await plansOf(store, async (db) => expect(await query(revenueRepo(db))).toBeGreaterThan(0));
    expect(plans.flatMap(({ sql, scans }) => scans.map((step) => `${step} in ${sql}`))).toEqual([]);
    const alone = kind === 'sqlite' ? `COVERING INDEX ${index}` : `Index Only Scan ${index}`;
    expect(plans.flatMap(({ reads }) => reads)).toEqual(Array.from({ length: ranges }, () => expect.stringContaining(alone)));
  });
});
