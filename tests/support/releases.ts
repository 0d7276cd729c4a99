import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrateSqlite, STEPS, type Steps } from '#server/db/migrate.ts';
import { migratePostgres } from '#server/db/migrate-postgres.ts';
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
  const image = async (id: string) => ({ id, media_type: 'image/jpeg', bytes: await aPicture(), created_at: AT });
  const session = (token: string, n: number) => ({
    ...{ token_hash: hashOf(token), id: `session-of-a-browser-${n}`, user_id: 7, user_agent: token, created_at: AT, last_used_at: now },
  });
  const mail = (message_id: string, changes: Row) => ({
    ...{ message_id, kind: 'code', recipient: EMAIL, subject: '', text_body: '', html_body: '', created_at: AT, expires_at: AT },
    ...{ next_try_at: null, tries: 1, sent_at: null, urgency: 0, reply_to: null, feedback_id: null, ...changes },
  });
  const waiting = {
    kind: 'contact',
    expires_at: null,
    next_try_at: '2126-05-01T08:00:00.000Z',
    tries: 0,
    reply_to: EMAIL,
    feedback_id: 71,
  };
  const record = {
    ...{ vehicle_id: 11, kind: 'work', operation_name: 'Заміна оливи', part_name: 'Олива', part_code: '-', source: 'typed' },
    ...{ author_id: 7, currency: 'EUR' },
    ...{ uid: 'c9a1f1a0-7d8e-4f0a-9f5e-3f9a1b2c3d4e', created_at: AT, changed_at: AT },
  };
  const order = (id: number, code: string, user_id: number | null, status: string) => ({
    ...{ id, code, user_id, tariff_from: 'basic', tariff_change: 'family', payment_months: 3, amount_due: 900, status, created_at: AT },
  });
  const entry = { at: AT, actor: 'admin@example.com' };
  const texts = { title_ua: 'Шини', title_ru: 'Шины', title_en: 'Tyres', text_ua: 'Знижка', text_ru: 'Скидка', text_en: 'Discount' };
  return [
    ['images', await Promise.all(['photo-of-the-person-01', 'photo-of-the-vehicle-1', 'photo-of-an-advert-01'].map(image))],
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
    ['attempts', [{ subject: `code:${EMAIL}`, failures: 2, locked_until: null, failed_at: AT }]],
    [
      'vehicles',
      [
        {
          ...{ id: 11, user_id: 7, vehicle_type: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', body_type: 'wagon' },
          ...{ fuel_type: 'petrol', engine_volume: 1400, mileage_unit: 'km', vin: 'TMBJJ7NE3E0123456' },
          ...{ image_id: 'photo-of-the-vehicle-1', created_at: AT },
        },
      ],
    ],
    ['notes', [{ vehicle_id: 11, text: 'Ключ у шухляді' }]],
    [
      'entries',
      [
        { ...record, id: 21, amount: 8650, reading: 981_000, performed_on: '2026-04-14' },
        { ...record, id: 22, amount: 0, reading: 990_000, performed_on: '2026-04-15' },
      ],
    ],
    ['idempotency', [{ user_id: 7, key: 'a-key-of-a-record', kind: 'entries', request_hash: '', created_id: 21, created_at: AT }]],
    ['orders', [order(31, '22222222', 7, 'completed'), order(32, '33333333', 7, 'processing'), order(33, '44444444', null, 'completed')]],
    [
      'audit',
      [
        { ...entry, id: 41, action: 'order.status', subject: 'order 22222222', user_id: 7, before: null, after: '{}' },
        { ...entry, id: 42, action: 'prices.update', subject: 'prices', user_id: null, before: '[]', after: '[]' },
      ],
    ],
    ['admins', [{ id: 51, email: 'admin@example.com', password_hash: PASSWORD_HASH, role: 'all', origin: 'command', created_at: AT }]],
    ['card_events', [{ id: 'evt_1', received_at: AT }]],
    ['advert_images', [{ image_id: 'photo-of-an-advert-01' }]],
    ['adverts', [{ id: 61, position: 0, ...texts, image_id: 'photo-of-an-advert-01' }]],
    ['visits', [{ visit_date: '2026-05-01', visit_count: 12 }]],
    [
      'feedback',
      [
        {
          id: 71,
          user_id: 7,
          first_name: 'Олена',
          last_name: 'Коваль',
          email: EMAIL,
          text: 'Питання',
          language: 'ua',
          is_priority: 1,
          created_at: AT,
        },
      ],
    ],
    ['mails', [mail('<1@carnet>', { sent_at: AT }), mail('<2@carnet>', {}), mail('<3@carnet>', waiting)]],
  ];
}

/**
 * Each release is added here with the steps that it had, and never removed. Until 0.2.0 is released, its entry has the current first schema,
 * which is still edited.
 */
export const RELEASES: Release[] = [{ name: '0.2', steps: STEPS, rows: firstRows, tokens: TOKENS, email: EMAIL, password: PASSWORD }];

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
