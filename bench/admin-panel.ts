/** Response times of the admin lists with 100,000 orders and users and a log of 1,000,000 entries, over HTTP, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY } from '#contract/time.ts';
import { openStore, type Store } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import { fillRevenue } from '../tests/support/fill-revenue.ts';
import { codeOf, emailOf, fillAdminLists, personOf, phoneOf } from '../tests/support/many-rows.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { SERVERS, startPinned } from './measure.ts';

const COUNT = 100_000;
const LOG_ENTRIES_PER_USER = 10;
const TIMES = 40;
const WARM_UP = 10;
const PAGE_SIZE = 20;
/** Upper limit of each median, in milliseconds. */
const GOAL = 100;
/** Upper limit of the time for which the figures about revenue block other requests, in milliseconds. */
const BLOCKING_GOAL = 50;
const REVENUE = '/api/statistics/revenue';

type Kind = 'sqlite' | 'postgres';

/** Number of a random existing account; every hundredth account is deleted. */
const randomAccount = (): number => 1 + 100 * Math.floor((Math.random() * COUNT) / 100) + Math.floor(Math.random() * 98);
/** An account with a phone number. */
const randomEven = (): number => randomAccount() & ~1 || 2;
const fullNameOf = (n: number): string => `${personOf(n).first_name} ${personOf(n).last_name}`;
/** As people type it: 067 123-45-67. */
const typedPhoneOf = (n: number): string => phoneOf(n).replace(/^\+38(\d{3})(\d{3})(\d\d)(\d\d)$/, '$1 $2-$3-$4');
const orders = (query: string) => `/api/admin/orders?${query}`;
const users = (query: string) => `/api/admin/users?${query}`;
const log = (query: string) => `/api/admin/audit?${query}`;
const ago = (days: number) => isoTime(Date.now() - days * DAY);
const lastOf = (share: number) => Math.ceil((COUNT * share) / PAGE_SIZE);

/** Requests of an administrator; each call picks the code or email of another random account. */
const CASES: [string, () => string][] = [
  ['orders, first page', () => orders('')],
  ['orders, last page', () => orders(`page=${lastOf(1)}`)],
  ['orders, in the middle', () => orders(`page=${lastOf(0.5)}`)],
  ['orders, 100 a page', () => orders('pageSize=100')],
  ['orders, processing', () => orders('status=processing')],
  ['orders, confirmed', () => orders('status=confirmed')],
  ['orders, completed', () => orders('status=completed')],
  ['orders, completed, last page', () => orders(`status=completed&page=${lastOf(0.95)}`)],
  ['orders of 30 days', () => orders(`from=${ago(31)}&to=${ago(1)}`)],
  ['orders of 30 days, completed, last page', () => orders(`status=completed&from=${ago(31)}&to=${ago(1)}&page=${lastOf(0.4)}`)],
  ['sum of all orders', () => '/api/admin/orders/sums'],
  ['sum of the completed orders of 30 days', () => `/api/admin/orders/sums?status=completed&from=${ago(31)}&to=${ago(1)}`],
  ['orders by 1 letter of a code', () => orders(`q=${codeOf(randomAccount()).slice(0, 1)}`)],
  ['orders by 4 letters of a code', () => orders(`q=${codeOf(randomAccount()).slice(0, 4)}`)],
  ['orders by a code', () => orders(`q=${codeOf(randomAccount())}`)],
  ['orders by 1 letter of an email', () => orders(`q=${emailOf(randomAccount()).slice(0, 1)}`)],
  ['orders by 3 letters of an email', () => orders(`q=${emailOf(randomAccount()).slice(0, 3)}`)],
  ['orders by 10 letters of an email', () => orders(`q=${emailOf(randomAccount()).slice(0, 10)}`)],
  ['orders by an email', () => orders(`q=${emailOf(randomAccount())}`)],
  ['processing by 3 letters of an email', () => orders(`status=processing&q=${emailOf(randomAccount()).slice(0, 3)}`)],
  ['users, first page', () => users('')],
  ['users, last page', () => users(`page=${lastOf(1)}`)],
  ['users, in the middle', () => users(`page=${lastOf(0.5)}`)],
  ['users by 1 letter of an email', () => users(`q=${emailOf(randomAccount()).slice(0, 1)}`)],
  ['users by 3 letters of an email', () => users(`q=${emailOf(randomAccount()).slice(0, 3)}`)],
  ['users by an email', () => users(`q=${emailOf(randomAccount())}`)],
  ['users by a part of the local part', () => users(`q=${emailOf(randomAccount()).slice(3, 11)}`)],
  ['users by a host', () => users('q=example.org')],
  ['users by the end of the local part and @', () => users(`q=${emailOf(randomAccount()).split('@')[0]?.slice(-2)}@`)],
  ['users by 2 letters', () => users('q=ko')],
  ['users by a first name', () => users(`q=${encodeURIComponent(personOf(randomAccount()).first_name)}`)],
  ['users by both names', () => users(`q=${encodeURIComponent(fullNameOf(randomAccount()))}`)],
  ['users by a name and a host', () => users(`q=${encodeURIComponent(`${personOf(randomAccount()).last_name} example.net`)}`)],
  ['users by a phone number', () => users(`q=${encodeURIComponent(typedPhoneOf(randomEven()))}`)],
  ['users by 4 digits of a phone number', () => users(`q=${phoneOf(randomEven()).slice(-4)}`)],
  ['orders by a part of an email', () => orders(`q=${emailOf(randomAccount()).slice(3, 11)}`)],
  ['orders by a host', () => orders('q=example.org')],
  ['orders by both names', () => orders(`q=${encodeURIComponent(fullNameOf(randomAccount()))}`)],
  ['orders by a phone number', () => orders(`q=${encodeURIComponent(typedPhoneOf(randomEven()))}`)],
  ['audit log, first page', () => '/api/admin/audit'],
  ['revenue', () => REVENUE],
  ['users by number', () => users(`q=${randomAccount()}`)],
  ['orders by user number', () => orders(`q=${randomAccount()}`)],
  ['audit log, in the middle', () => log(`page=${lastOf(0.5 * LOG_ENTRIES_PER_USER)}`)],
  ['audit log of an order', () => log(`q=${codeOf(randomAccount())}`)],
  ['audit log by 2 letters of a code', () => log(`q=${codeOf(randomAccount()).slice(0, 2)}`)],
  ['audit log of a user', () => log(`q=${emailOf(randomAccount())}`)],
  ['audit log by 1 letter of an email', () => log(`q=${emailOf(randomAccount()).slice(0, 1)}`)],
  ['audit log by 3 letters of an email', () => log(`q=${emailOf(randomAccount()).slice(0, 3)}`)],
  ['orders in the log by 3 letters', () => log(`kind=orders&q=${emailOf(randomAccount()).slice(0, 3)}`)],
  ['audit log by user number', () => log(`q=${randomAccount()}`)],
  ['audit log of an administrator', () => log('q=admin@example.com')],
  ['tariffs in the log of an administrator', () => log('kind=tariffs&q=admin@example.com')],
  ['audit log, orders', () => log('kind=orders')],
  ['audit log, logins', () => log('kind=logins')],
  ['audit log of an old day', () => log(`from=${ago(60)}&to=${ago(59)}`)],
  ['orders in the log on an old day', () => log(`kind=orders&from=${ago(60)}&to=${ago(59)}`)],
];

/** The size of the search for users. */
async function tellSize({ db, kind }: Store): Promise<void> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{
        bytes: number;
      }>`select sum(pgsize) as bytes from dbstat where name like 'user_pieces%' or name like 'sqlite_autoindex_user_pieces%'`
    : sql<{ bytes: number }>`select pg_total_relation_size('user_pieces') as bytes`
  ).execute(db);
  const pieces = await sql<{ count: number }>`select count(*) as count from user_pieces`.execute(db);
  const size = Math.round(Number(rows[0]?.bytes) / 1024 ** 2);
  console.log(`${pieces.rows[0]?.count} pieces of names, emails and phone numbers, ${size} MB`);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Fills the database and returns the session token of an administrator. */
async function prepare(dataDir: string, databaseUrl: string | undefined): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl, onError: (error) => console.error(error.message) });
  try {
    await fillAdminLists(store, COUNT, { entries: LOG_ENTRIES_PER_USER });
    await fillRevenue(store);
    await tellSize(store);
    const at = isoTime(Date.now());
    const { id } = await store.db
      .insertInto('admins')
      .values({ email: 'admin@example.com', password_hash: 'none', origin: 'command', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = cryptoTokens.newToken();
    await store.db
      .insertInto('admin_sessions')
      .values({ token_hash: hashOf(token), id: token.slice(0, 22), admin_id: id, created_at: at, last_used_at: at })
      .execute();
    return token;
  } finally {
    await store.close();
  }
}

/** Response times in milliseconds of sequential requests. */
async function ask(url: string, token: string, path: () => string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + TIMES; n += 1) {
    const begun = performance.now();
    const response = await fetch(url + path(), { headers: { authorization: `Bearer ${token}` } });
    const { data, users: people, count } = (await response.json()) as { data?: object; users?: object; count?: number };
    if (!response.ok || (Object.keys(data ?? people ?? {}).length === 0 && !count))
      throw new Error(`${path()} answered ${response.status}, or nothing`);
    if (n >= WARM_UP) times.push(performance.now() - begun);
  }
  return times;
}

/** The slowest of many small requests that run at the same time as those for revenue, in milliseconds. */
async function slowestBeside(url: string, token: string): Promise<number> {
  let isOver = false;
  const revenue = ask(url, token, () => REVENUE).finally(() => {
    isOver = true;
  });
  let slowest = 0;
  while (!isOver) {
    const begun = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - begun);
  }
  await revenue;
  return slowest;
}

async function measureOn(kind: Kind, dataDir: string, databaseUrl?: string): Promise<Map<string, number>> {
  console.log(`filling ${kind} with ${COUNT} users and orders …`);
  const token = await prepare(dataDir, databaseUrl);
  const server = await startPinned(SERVERS.carnet, { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
  try {
    const medians = new Map<string, number>();
    for (const [name, path] of CASES) medians.set(name, median(await ask(server.url, token, path)));
    const slowest = await slowestBeside(server.url, token);
    console.log(`${kind}: slowest request during revenue: ${slowest.toFixed(1)} ms; goal: ${BLOCKING_GOAL} ms`);
    if (slowest > BLOCKING_GOAL) process.exitCode = 1;
    return medians;
  } finally {
    await server.stop();
  }
}

export async function adminPanel(options: string[]): Promise<void> {
  const kinds = (['sqlite', 'postgres'] as const).filter((kind) => options.length === 0 || options.includes(kind));
  const results = new Map<Kind, Map<string, number>>();
  for (const kind of kinds) {
    const folder = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
    const postgres = kind === 'postgres' ? await startPostgres() : undefined;
    try {
      results.set(kind, await measureOn(kind, folder, postgres?.url));
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const rows = CASES.map(([what]) => ({
    what,
    ...Object.fromEntries([...results].map(([kind, medians]) => [`${kind} ms`, Number(medians.get(what)?.toFixed(1))])),
  }));
  console.table(rows);
  const slowest = Math.max(...[...results.values()].flatMap((medians) => [...medians.values()]));
  console.log(`slowest median: ${slowest.toFixed(1)} ms; goal: ${GOAL} ms`);
  if (slowest > GOAL) process.exitCode = 1;
}
