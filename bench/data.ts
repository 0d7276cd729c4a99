/** Benchmark data: owners with 10 vehicles each and 20 records per vehicle; 1,000 owners by default. */

import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DAY } from '#contract/time.ts';
import { FIRST_SCHEMA } from '#server/db/migrations/first-schema.ts';
import { openStore } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';
import { hashOf } from '#server/ports/tokens.ts';

export const OWNERS = 1000;
export const VEHICLES_EACH = 10;
export const RECORDS_EACH = 20;
const FILE = 'carnet.sqlite';
const CACHE = join(import.meta.dirname, '..', '.cache', 'bench');
const OPERATIONS = [
  'Заміна оливи двигуна та фільтрів',
  'Заміна передніх гальмівних колодок',
  'Перевірка ходової, розвал-сходження',
  'Заміна акумулятора',
];

export const tokenOf = (owner: number): string => `bench-${String(owner).padStart(37, '0')}`;

/** Owner of a vehicle; ids start at 1 in insertion order. */
export const ownerOf = (vehicle: number): number => Math.ceil(vehicle / VEHICLES_EACH);

interface Table {
  name: string;
  columns: string[];
  rows: Iterable<unknown[]>;
}

function* upTo<T>(count: number, make: (number: number) => T): Generator<T> {
  for (let number = 1; number <= count; number++) yield make(number);
}

/** Tables in foreign-key order. */
function tables(owners: number): Table[] {
  const now = Date.now();
  const at = isoTime(now - 400 * DAY);
  const period = [isoTime(now - DAY), isoTime(now + 3650 * DAY)];
  const vehicles = owners * VEHICLES_EACH;
  const user = (owner: number) => [`${owner}@example.com`, 'Олена', 'Коваль', 'none', 'UAH', 'ua', 'business', ...period, at];
  const vehicle = (id: number) => {
    const vin = `BENCH${String(id).padStart(12, '0')}`;
    return [ownerOf(id), 'car', 'Škoda', 'Octavia', 2014, 'синій', 'wagon', 'diesel', 1600, 'km', vin, `image-${ownerOf(id)}`, at];
  };
  /** Interleaves the records of the vehicles, as real books grow: the rows of one list are far apart on disk. */
  const record = (number: number) => {
    const id = ((number - 1) % vehicles) + 1;
    const round = Math.floor((number - 1) / vehicles);
    const performedOn = isoTime(now - ((id * 7 + round * 37) % 3650) * DAY).slice(0, 10);
    const operation = OPERATIONS[(id + round) % OPERATIONS.length];
    return [
      id,
      operation,
      `Деталь оригінальна № ${round}`,
      `OE-${id}-${round}`,
      8650 + round,
      (98_047 + round * 500) * 10,
      performedOn,
      at,
      at,
      'work',
      'typed',
      'UAH',
      ownerOf(id),
      randomUUID(),
    ];
  };
  const mileage = (id: number) => {
    const day = at.slice(0, 10);
    return [id, null, null, null, null, 980_470, day, at, at, 'reading', 'details', 'UAH', ownerOf(id), randomUUID()];
  };
  return [
    { name: 'users', columns: USER, rows: upTo(owners, user) },
    {
      name: 'sessions',
      columns: SESSION,
      rows: upTo(owners, (owner) => [hashOf(tokenOf(owner)), hashOf(`${owner}`).slice(0, 22), owner, 'bench', at, at]),
    },
    { name: 'images', columns: IMAGE, rows: upTo(owners, (owner) => [`image-${owner}`, 'image/jpeg', Buffer.from('a picture'), at]) },
    { name: 'vehicles', columns: VEHICLE, rows: upTo(vehicles, vehicle) },
    { name: 'entries', columns: ENTRY, rows: upTo(vehicles * RECORDS_EACH, record) },
    { name: 'entries', columns: ENTRY, rows: upTo(vehicles, mileage) },
    { name: 'readings', columns: READING, rows: upTo(vehicles, (id) => [vehicles * RECORDS_EACH + id, id, 0]) },
  ];
}

const USER = [
  'email',
  'first_name',
  'last_name',
  'password_hash',
  'currency',
  'language',
  'tariff',
  'tariff_start_date',
  'tariff_end_date',
  'created_at',
];
const SESSION = ['token_hash', 'id', 'user_id', 'user_agent', 'created_at', 'last_used_at'];
const IMAGE = ['id', 'media_type', 'bytes', 'created_at'];
const VEHICLE = [
  ...['user_id', 'vehicle_type', 'brand', 'model', 'year', 'color', 'body_type', 'fuel_type'],
  ...['engine_volume', 'mileage_unit', 'vin', 'image_id', 'created_at'],
];
const READING = ['entry_id', 'vehicle_id', 'is_reset'];
const ENTRY = [
  ...['vehicle_id', 'operation_name', 'part_name', 'part_code', 'amount', 'reading', 'performed_on'],
  ...['created_at', 'changed_at', 'kind', 'source', 'currency', 'author_id', 'uid'],
];

async function generateSqlite(folder: string, owners: number): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl: undefined, onError: () => undefined });
  await store.close();
  const database = new DatabaseSync(join(folder, FILE));
  // A database that was not generated completely is discarded, so it does not need to be durable yet.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  for (const { name, columns, rows } of tables(owners)) {
    const insert = database.prepare(`insert into ${name} (${columns}) values (${columns.map(() => '?')})`);
    for (const row of rows) insert.run(...(row as string[]));
  }
  database.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Copies the generated database into `folder`; the original is cached, because generating it takes longest. */
export async function prepareSqlite(folder: string, owners = OWNERS): Promise<void> {
  const cached = join(CACHE, `owners-${owners}-${FIRST_SCHEMA}`);
  if (!existsSync(cached)) {
    console.log(`generating ${owners * VEHICLES_EACH * RECORDS_EACH} records (once) …`);
    rmSync(`${cached}.part`, { recursive: true, force: true });
    mkdirSync(`${cached}.part`, { recursive: true });
    await generateSqlite(`${cached}.part`, owners);
    renameSync(`${cached}.part`, cached);
  }
  copyFileSync(join(cached, FILE), join(folder, FILE));
  const store = await openStore({ dataDir: folder, databaseUrl: undefined, onError: () => undefined });
  // Recent enough that no read updates last_used_at; the bare server never updates it.
  await store.db
    .updateTable('sessions')
    .set({ last_used_at: isoTime(Date.now()) })
    .execute();
  await store.checkpoint();
  await store.close();
}

const BATCH = 5000;

/** Fills an empty PostgreSQL database. */
export async function preparePostgres(url: string, owners = OWNERS): Promise<void> {
  const store = await openStore({ dataDir: '', databaseUrl: url, onError: () => undefined });
  await store.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const { name, columns, rows } of tables(owners)) {
    const write = `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`;
    for (const batch of batches(rows)) await client.query(write, [JSON.stringify(batch.map((row) => asObject(columns, row)))]);
  }
  await client.query('update sessions set last_used_at = $1', [isoTime(Date.now())]);
  await client.query('vacuum analyze');
  await client.end();
}

const asObject = (columns: string[], row: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((column, index) => [column, Buffer.isBuffer(row[index]) ? `\\x${row[index].toString('hex')}` : row[index]]),
  );

function* batches<T>(rows: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
