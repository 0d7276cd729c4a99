/** Fills PostgreSQL with as many rows as a large business has, photos apart. */
import { openStore } from '#server/db/store.ts';
import { cryptoTokens, hashOf } from '#server/ports/tokens.ts';
import { tokenOf } from '../../../bench/data.ts';
import { fillAdminLists } from '../../../tests/support/many-rows.ts';
import type { Database } from './carnet.ts';

const DAY = 86_400_000;
/** Owners with known tokens, each with one vehicle, and with that many times the records of others. */
const LOGGED_IN = 1_000;
const RECORDS_OF_LOGGED_IN = 10;
/** Sessions and emails for each user. */
const SESSIONS_EACH = 3;
const MAILS_EACH = 3;
/** One in so many users can be found by the search, whose table is the slowest to fill. */
const FINDABLE = 20;

export interface Filled {
  users: number;
  findable: number;
  /** Token of an administrator. */
  admin: string;
  /** Vehicles of the owners with tokens, by owner number. */
  vehicles: Map<number, number>;
  /** Sessions and emails that the sweep deletes. */
  old: number;
}

export async function fillLarge(database: Database, users: number, recordsEach: number, say: (line: string) => void): Promise<Filled> {
  const { url, query } = database;
  say('users, orders and the audit log');
  const store = await openStore({ dataDir: '', databaseUrl: `${url}?statement_timeout=0`, onError: () => undefined });
  await fillAdminLists(store, users, { findable: FINDABLE });
  await store.close();
  const now = Date.now();
  const at = (days: number) => new Date(now - days * DAY).toISOString();
  say('sessions');
  await query(
    `insert into sessions (token_hash, id, user_id, user_agent, created_at, last_used_at)
     select md5(u.id || '-' || n) || 'x', substr(md5(n || '-' || u.id), 1, 22), u.id, 'Firefox', $2, case when u.id % 10 = 0 then $2 else $3 end
     from users u cross join generate_series(1, $1::int) n`,
    [SESSIONS_EACH, at(40), at(2)],
  );
  say('emails');
  await query(
    `insert into mails (message_id, kind, urgency, recipient, subject, text_body, html_body, created_at, tries, sent_at)
     select '<' || u.id || '-' || n || '@carnet.test>', 'tariffEnds', 2, u.email, 'Your tariff ends', repeat('text ', 50), repeat('<p>text</p>', 50),
       case when u.id % 10 = 1 then $2 else $3 end, 1, $3
     from users u cross join generate_series(1, $1::int) n`,
    [MAILS_EACH, at(40), at(2)],
  );
  say('vehicles and records');
  await query(`insert into images (id, media_type, bytes, created_at) values ('image-of-all', 'image/jpeg', $1, $2)`, [
    Buffer.from('a picture'),
    at(2),
  ]);
  await query(
    `insert into vehicles (user_id, vehicle_type, brand, model, year, color, body_type, fuel_type, engine_volume, mileage_unit, vin, image_id, created_at)
     select id, 'car', 'Škoda', 'Octavia', 2014, 'синій', 'wagon', 'diesel', 1600, 'km', 'LARGE' || lpad(id::text, 12, '0'), 'image-of-all', $1
     from users order by id`,
    [at(400)],
  );
  await query(
    `insert into entries (vehicle_id, kind, source, author_id, uid, operation_name, part_name, part_code, amount, currency, reading, performed_on, created_at, changed_at)
     select v.id, 'work', 'typed', v.user_id, gen_random_uuid()::text, 'Заміна оливи двигуна та фільтрів', 'Олива 5W-30', 'P' || n % 200, 8650 + n, 'UAH', 980000 + n * 1000,
       to_char(date '2016-01-01' + (n * 37 + v.id % 300)::int % 3800, 'YYYY-MM-DD'), $2, $2
     from vehicles v
     cross join lateral generate_series(1, case when v.id in (select id from vehicles order by user_id limit $3) then $1::int * $4 else $1::int end) n`,
    [recordsEach, at(400), LOGGED_IN, RECORDS_OF_LOGGED_IN],
  );
  await query(
    `with mileages as (
       insert into entries (vehicle_id, kind, source, author_id, uid, currency, reading, performed_on, created_at, changed_at)
       select id, 'reading', 'details', user_id, gen_random_uuid()::text, 'UAH', 980470, to_char($1::timestamptz, 'YYYY-MM-DD'), $1, $1 from vehicles
       returning id, vehicle_id)
     insert into readings (entry_id, vehicle_id, is_reset) select id, vehicle_id, 0 from mileages`,
    [at(400)],
  );
  const vehicles = await logIn(database, { now: at(0), later: at(-365) });
  const admin = await anAdmin(database, at(0));
  say('statistics of the tables');
  await query('vacuum analyze');
  return { users, findable: FINDABLE, admin, vehicles, old: Math.floor(users / 10) * (SESSIONS_EACH + MAILS_EACH) };
}

/** Sessions with known tokens of some owners, and a tariff with which they see statistics. */
async function logIn({ query }: Database, { now, later }: { now: string; later: string }): Promise<Map<number, number>> {
  const rows = await query<{ id: number; vehicle: number }>(
    'select u.id::int as id, v.id::int as vehicle from users u join vehicles v on v.user_id = u.id order by u.id limit $1',
    [LOGGED_IN],
  );
  const sessions = rows.map(({ id }) => ({ token_hash: hashOf(tokenOf(id)), id: cryptoTokens.newId(), user_id: id }));
  await query(
    `insert into sessions (token_hash, id, user_id, user_agent, created_at, last_used_at)
     select token_hash, id, user_id, 'Firefox', $2, $2 from json_populate_recordset(null::sessions, $1)`,
    [JSON.stringify(sessions), now],
  );
  await query(`update users set tariff = 'business', tariff_start_date = $1, tariff_end_date = $2 where id = any($3)`, [
    now,
    later,
    rows.map(({ id }) => id),
  ]);
  return new Map(rows.map(({ id, vehicle }) => [id, vehicle]));
}

async function anAdmin({ query }: Database, at: string): Promise<string> {
  const token = cryptoTokens.newToken();
  const [admin] = await query<{ id: string }>(
    `insert into admins (email, password_hash, origin, created_at) values ('admin@example.com', 'none', 'command', $1) returning id`,
    [at],
  );
  await query('insert into admin_sessions (token_hash, id, admin_id, created_at, last_used_at) values ($1, $2, $3, $4, $4)', [
    hashOf(token),
    token.slice(0, 22),
    admin?.id,
    at,
  ]);
  return token;
}
