import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrateSqlite, type Steps } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
import { firstTables } from '#server/db/migrations/0001_first_tables.ts';
import { sessionIds } from '#server/db/migrations/0002_session_ids.ts';
import { orders } from '#server/db/migrations/0003_orders.ts';
import { adminPanel } from '#server/db/migrations/0004_desk.ts';
import { feedback } from '#server/db/migrations/0005_feedback.ts';
import { mailQueue } from '#server/db/migrations/0006_mail_queue.ts';
import { indexes } from '#server/db/migrations/0007_indexes.ts';
import { recordTotalsIndex } from '#server/db/migrations/0008_record_totals_index.ts';
import { rates } from '#server/db/migrations/0009_rates.ts';
import { cardCheckouts } from '#server/db/migrations/0010_card_checkouts.ts';
import { thumbnails } from '#server/db/migrations/0012_thumbnails.ts';
import { mileageTenths } from '#server/db/migrations/0013_mileage_tenths.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { NodeSqliteDialect } from '#server/db/sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { hashOf } from '#server/ports/tokens.ts';
import { aPicture } from './builders.ts';
import type { SharedDatabase } from './processes.ts';

type Row = Record<string, string | number | null | Uint8Array>;

/** A database of an earlier release: its migration steps, and rows of each of its tables in foreign-key order. */
export interface Release {
  name: string;
  steps: Steps;
  rows(): Promise<[string, Row[]][]>;
  /** Tokens of its sessions, one per session. */
  tokens: readonly string[];
  email: string;
  password: string;
}

const AT = '2026-05-01T08:00:00.000Z';
const TOKENS = ['a-token-of-the-first-release', 'another-token-of-the-first-release'];
const EMAIL = 'olena@example.com';
const PASSWORD = 'Passw0rd!';
/** argon2id of PASSWORD. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$mUVGwRWY9RZTfyQab2wIvg$psA367HduoEqsE9eiJpXjEiKhoaps4Y66nxjcPDJV3Y';

async function firstRows(): Promise<[string, Row[]][]> {
  const now = new Date().toISOString();
  const image = (id: string, bytes: Uint8Array) => ({ id, media_type: 'image/jpeg', bytes, created_at: AT });
  const session = (token: string) => ({ token_hash: hashOf(token), user_id: 7, user_agent: token, created_at: AT, last_used_at: now });
  const mail = (message_id: string, sent_at: string | null) => ({
    ...{ message_id, kind: 'code', recipient: EMAIL, subject: '', text_body: '', html_body: '', created_at: AT },
    ...{ expires_at: AT, next_try_at: null, tries: 1, sent_at },
  });
  const vehicle = {
    ...{ id: 11, user_id: 7, vehicle_type: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', body_type: 'wagon' },
    ...{ fuel_type: 'petrol', engine_volume: 1400, mileage: 98047, mileage_unit: 'km', vin: 'TMBJJ7NE3E0123456', hin_number: null },
    ...{ serial_number: null, image_id: 'photo-of-the-vehicle-1', created_at: AT },
  };
  const record = { vehicle_id: 11, operation_name: 'Заміна оливи', part_name: 'Олива', part_code: '-', created_at: AT };
  return [
    ['images', [image('photo-of-the-person-01', await aPicture()), image('photo-of-the-vehicle-1', await aPicture())]],
    [
      'users',
      [
        {
          ...{ id: 7, email: EMAIL, first_name: 'Олена', last_name: 'Коваль', phone: '+380501234567', password_hash: PASSWORD_HASH },
          ...{ currency: 'EUR', language: 'ru', image_id: 'photo-of-the-person-01', tariff: 'family' },
          ...{ tariff_start_date: AT, tariff_end_date: '2126-05-01T08:00:00.000Z', created_at: AT },
        },
      ],
    ],
    ['sessions', TOKENS.map(session)],
    ['codes', [{ email: EMAIL, purpose: 'reset', code_hash: hashOf('x'), expires_at: AT, validated_at: null }]],
    ['attempts', [{ subject: `code:${EMAIL}`, failures: 2, locked_until: null }]],
    ['mails', [mail('<1@carnet>', AT), mail('<2@carnet>', null)]],
    ['vehicles', [vehicle]],
    ['notes', [{ vehicle_id: 11, text: 'Ключ у шухляді' }]],
    [
      'records',
      [
        { ...record, id: 21, price: 8650, reading: 981_000, performed_on: '2026-04-14' },
        { ...record, id: 22, price: 0, reading: 990_000, performed_on: '2026-04-15' },
      ],
    ],
    ['idempotency', [{ user_id: 7, key: 'a-key-of-a-record', kind: 'records', made_id: 21, created_at: AT }]],
  ];
}

/** Sessions have public ids. */
const secondRows = async (): Promise<[string, Row[]][]> =>
  (await firstRows()).map(([table, rows]) => [
    table,
    table === 'sessions' ? rows.map((row, n) => ({ ...row, id: `session-of-an-old-browser-${n}` })) : rows,
  ]);

/** Orders: a completed one, a pending one, and one of a deleted account; and entries of the audit log. */
async function thirdRows(): Promise<[string, Row[]][]> {
  const order = (id: number, code: string, user_id: number | null, status: string) => ({
    ...{ id, code, user_id, tariff_change: 'family', payment_months: 3, amount_due: 900, status, created_at: AT, confirmed_at: null },
    ...{ completed_at: null, tariff_start_date: null, tariff_end_date: null },
  });
  const entry = { at: AT, actor: 'admin@example.com' };
  return [
    ...(await secondRows()),
    ['orders', [order(31, '22222222', 7, 'completed'), order(32, '33333333', 7, 'processing'), order(33, '44444444', null, 'completed')]],
    [
      'audit',
      [
        { ...entry, id: 41, action: 'order.status', subject: 'order 22222222', before: null, after: '{}' },
        { ...entry, id: 42, action: 'user.tariff', subject: 'user 7', before: '{}', after: '{}' },
        { ...entry, id: 43, action: 'order.delete', subject: 'order 55555555', before: '{"user_id":7}', after: null },
        { ...entry, id: 44, action: 'prices.update', subject: 'prices', before: '[]', after: '[]' },
      ],
    ],
  ];
}

/** Data that administrators maintain, and visits. */
async function fourthRows(): Promise<[string, Row[]][]> {
  const [images, ...rest] = await thirdRows();
  const texts = { title_ua: 'Шини', title_ru: 'Шины', title_en: 'Tyres', text_ua: 'Знижка', text_ru: 'Скидка', text_en: 'Discount' };
  const advertImage = { id: 'photo-of-an-advert-01', media_type: 'image/jpeg', bytes: await aPicture(), created_at: AT };
  return [
    ['images', [...(images?.[1] ?? []), advertImage]],
    ...rest,
    ['admins', [{ id: 51, email: 'admin@example.com', password_hash: PASSWORD_HASH, made_by: 'command', created_at: AT }]],
    ['card_events', [{ id: 'evt_1', received_at: AT }]],
    ['advert_images', [{ image_id: advertImage.id }]],
    ['adverts', [{ id: 61, position: 0, ...texts, image_id: advertImage.id }]],
    ['visits', [{ visit_date: '2026-05-01', visit_count: 12 }]],
  ];
}

/** A contact message whose email is waiting. */
async function fifthRows(): Promise<[string, Row[]][]> {
  const message = {
    first_name: 'Олена',
    last_name: 'Коваль',
    email: EMAIL,
    text: 'Питання',
    language: 'ua',
    is_priority: 1,
    created_at: AT,
  };
  const mail = {
    ...{ message_id: '<3@carnet>', kind: 'contact', recipient: EMAIL, subject: 'Питання', text_body: 'Питання', html_body: '' },
    ...{ created_at: AT, expires_at: null, next_try_at: '2126-05-01T08:00:00.000Z', tries: 0, sent_at: null },
    ...{ reply_to: EMAIL, is_priority: 1, feedback_id: 71 },
  };
  const rows = await fourthRows();
  const [[, mails] = ['', []]] = rows.filter(([table]) => table === 'mails');
  return [
    ...rows.filter(([table]) => table !== 'mails'),
    ['feedback', [{ id: 71, user_id: 7, ...message }]],
    ['mails', [...mails.map((each) => ({ ...each, reply_to: null, is_priority: 0, feedback_id: null })), mail]],
  ];
}

/** Vehicles have tenths of engine hours. */
const sixthRows = async (): Promise<[string, Row[]][]> =>
  (await fifthRows()).map(([table, rows]) => [table, table === 'vehicles' ? rows.map((row) => ({ ...row, mileage_tenths: 0 })) : rows]);

const PERSON = { tokens: TOKENS, email: EMAIL, password: PASSWORD };
const FIRST = { '0001_first_tables': firstTables };
const SECOND = { ...FIRST, '0002_session_ids': sessionIds };
const THIRD = { ...SECOND, '0003_orders': orders };
const FOURTH = { ...THIRD, '0004_desk': adminPanel };
const FIFTH = { ...FOURTH, '0005_feedback': feedback };
const SIXTH = {
  ...FIFTH,
  ...{ '0006_mail_queue': mailQueue, '0007_indexes': indexes, '0008_record_totals_index': recordTotalsIndex, '0009_rates': rates },
  ...{ '0010_card_checkouts': cardCheckouts, '0012_thumbnails': thumbnails, '0013_mileage_tenths': mileageTenths },
};

/** Each release is added here and never removed. */
export const RELEASES: Release[] = [
  { name: '0.1', steps: FIRST, rows: firstRows, ...PERSON },
  { name: '0.2', steps: SECOND, rows: secondRows, ...PERSON },
  { name: '0.3', steps: THIRD, rows: thirdRows, ...PERSON },
  { name: '0.4', steps: FOURTH, rows: fourthRows, ...PERSON },
  { name: '0.5', steps: FIFTH, rows: fifthRows, ...PERSON },
  { name: '0.6', steps: SIXTH, rows: sixthRows, ...PERSON },
];

/** Creates the database as that release left it; returns its rows by table. */
export async function createReleaseDatabase({ kind, env }: SharedDatabase, release: Release): Promise<Record<string, Row[]>> {
  const dialect =
    kind === 'sqlite'
      ? new NodeSqliteDialect(join(env.DATA_DIR ?? '', 'carnet.sqlite'))
      : openPostgres(env.DATABASE_URL ?? '', () => undefined).dialect;
  const db = new Kysely<Tables>({ dialect });
  await (env.DATABASE_URL ? migratePostgres(env.DATABASE_URL, () => undefined, release.steps) : migrateSqlite(db, release.steps));
  const tables = await release.rows();
  for (const [table, rows] of tables)
    for (const row of rows) {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db);
    }
  await db.destroy();
  return Object.fromEntries(tables);
}
