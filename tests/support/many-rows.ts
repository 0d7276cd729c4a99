/** As many users and orders as a business has after years, for benchmarks and query plans. */

import { sql } from 'kysely';
import { checkCharacter, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';
import type { OrderStatus } from '#contract/tariffs.ts';
import { MINUTE } from '#contract/time.ts';
import type { Db, Store } from '#server/db/store.ts';
import { wordsOf } from '#server/features/feedback/message-words.rules.ts';
import { piecesOf, searchTextOf } from '#server/features/users/user-search.rules.ts';
import { isoTime } from '#server/ports/clock.ts';

const FIRST = [
  ...['olena', 'maria', 'iryna', 'natalia', 'oksana', 'tetiana', 'svitlana', 'yulia', 'anna', 'kateryna', 'solomiia', 'zoriana'],
  ...['andrii', 'oleksandr', 'serhii', 'volodymyr', 'dmytro', 'mykola', 'petro', 'ivan', 'taras', 'bohdan', 'roman', 'yurii', 'hryhorii'],
];
const LAST = [
  ...['kovalenko', 'shevchenko', 'bondarenko', 'tkachenko', 'kravchenko', 'oliinyk', 'shevchuk', 'koval', 'polishchuk', 'bondar'],
  ...['tkachuk', 'moroz', 'marchenko', 'lysenko', 'rudenko', 'savchenko', 'petrenko', 'klymenko', 'pavlenko', 'kravets', 'hnatiuk'],
];
const HOSTS = ['example.com', 'example.net', 'example.org'];
/** Rows per insert. */
const BATCH = 500;
const WORDS_AT_ONCE = 5_000;
/** Cyrillic names, so that a search by name finds a part of the users. */
const FIRST_NAMES = ['Олена', 'Марія', 'Ірина', 'Андрій', 'Дмитро', 'Соломія', 'Тарас', 'Юрій', 'Єва', 'Зоряна'];
const LAST_NAMES = ['Коваль', 'Шевченко', 'Бондаренко', 'Ткаченко', 'Кравченко', 'Мороз', 'Лисенко', 'Руденко', 'Гнатюк', 'Пилипів'];

/** A pseudo-random element: the same for the same number, without a pattern among neighbours. */
const pick = <T>(values: readonly T[], n: number, salt: number): T =>
  values[(Math.imul(n ^ (salt << 24), 2_654_435_761) >>> 8) % values.length] as T;

export const emailOf = (n: number): string => `${pick(FIRST, n, 1)}.${pick(LAST, n, 2)}${n}@${pick(HOSTS, n, 3)}`;

/** A different code for each number, scattered like real ones. */
export function codeOf(n: number): string {
  const base = ORDER_CODE_LETTERS.length;
  let rest = (n * 179_424_673) % base ** (ORDER_CODE_LENGTH - 1);
  let code = '';
  while (code.length < ORDER_CODE_LENGTH - 1) {
    code += ORDER_CODE_LETTERS.charAt(rest % base);
    rest = Math.floor(rest / base);
  }
  return code + checkCharacter(code);
}

/** Most orders are completed; a few of each hundred are open. */
const statusOf = (n: number): OrderStatus => (n % 100 < 3 ? 'processing' : n % 100 < 5 ? 'confirmed' : 'completed');

export const phoneOf = (n: number): string =>
  `+38067${String(Math.imul(n, 2_654_435_761) >>> 0)
    .padStart(10, '0')
    .slice(-7)}`;

export const personOf = (n: number) => ({
  ...{ email: emailOf(n), first_name: pick(FIRST_NAMES, n, 6), last_name: pick(LAST_NAMES, n, 7) },
  phone: n % 2 === 0 ? phoneOf(n) : null,
});

function userRow(n: number, at: string) {
  const person = personOf(n);
  return {
    ...{ ...person, search_text: searchTextOf(person), password_hash: 'none', currency: 'UAH' as const },
    ...{ language: 'ua' as const, image_id: null, tariff: 'basic' as const, tariff_start_date: null, tariff_end_date: null },
    created_at: at,
  };
}

/** Makes users findable. */
async function insertPieces(db: Db, users: readonly { id: number; text: string }[]): Promise<void> {
  const pieces = users.flatMap(({ id, text }) => piecesOf(text).map((piece) => ({ piece, user_id: id })));
  for (let from = 0; from < pieces.length; from += WORDS_AT_ONCE)
    await db
      .insertInto('user_pieces')
      .values(pieces.slice(from, from + WORDS_AT_ONCE))
      .execute();
}

/** One order per user; every hundredth account has been deleted. */
function orderRow(n: number, userId: number, at: string) {
  const status = statusOf(n);
  const period =
    status === 'completed' ? { tariff_start_date: at, tariff_end_date: at } : { tariff_start_date: null, tariff_end_date: null };
  return {
    ...{
      code: codeOf(n),
      user_id: n % 100 === 99 ? null : userId,
      tariff_change: 'family' as const,
      payment_months: 3,
      amount_due: 900,
      status,
    },
    ...{ created_at: at, confirmed_at: null, completed_at: status === 'completed' ? at : null, ...period },
  };
}

const AUDIT_ADMINS = ['admin@example.com', 'second@example.com'];
const AUDIT_ACTIONS = [
  ...Array.from({ length: 40 }, () => 'order.status'),
  ...['order.delete', 'user.tariff', 'user.tariff', 'admin.login', 'prices.update'],
];

/** Most entries are about orders, and those about settings have no user. */
function auditRow(entry: number, n: number, userId: number, at: string) {
  const action = pick(AUDIT_ACTIONS, entry, 4);
  const isOfUser = /^(order|user)/.test(action);
  return {
    ...{ at, actor: pick(AUDIT_ADMINS, entry, 5), action, user_id: isOfUser ? userId : null },
    ...{ subject: action.startsWith('order') ? `order ${codeOf(n)}` : isOfUser ? `user ${userId}` : 'prices', before: null, after: null },
  };
}

/**
 * Inserts that many users with an order and `entries` entries of the audit log each, and updates the statistics of the database. The
 * entries of the log are in the order of time. The search finds users whose number is divisible by `findable`.
 */
export async function fillAdminLists(
  { db, kind, transaction }: Store,
  count: number,
  { entries = 1, findable = 1 }: { entries?: number; findable?: number } = {},
): Promise<void> {
  const start = Date.now() - count * MINUTE;
  const userIds: number[] = [];
  for (let first = 1; first <= count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => first + index);
    const at = isoTime(start + first * MINUTE);
    await transaction(async (tx) => {
      const users = await tx
        .insertInto('users')
        .values(numbers.map((n) => userRow(n, at)))
        .returning('id')
        .execute();
      const ids = users.map(({ id }) => id).sort((a, b) => a - b);
      userIds.push(...ids);
      const people = numbers.map((n, index) => ({ n, id: ids[index] as number, text: searchTextOf(personOf(n)) }));
      await insertPieces(
        tx,
        people.filter(({ n }) => n % findable === 0),
      );
      await tx
        .insertInto('orders')
        .values(numbers.map((n, index) => orderRow(n, ids[index] as number, at)))
        .execute();
    });
  }
  for (let first = 0; first < count * entries; first += BATCH) {
    const at = isoTime(start + Math.floor((first * MINUTE) / entries));
    const rows = Array.from({ length: Math.min(BATCH, count * entries - first) }, (_, index) => {
      const n = (first + index) % count;
      return auditRow(first + index, n + 1, userIds[n] as number, at);
    });
    await transaction((tx) => tx.insertInto('audit').values(rows).execute());
  }
  await sql.raw(kind === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(db);
}

/** Words of the vocabulary of `fillMessages`; word n is in about 40 / n percent of the messages. */
const VOCABULARY = 4_000;
const WORDS_PER_MESSAGE = 30;

/** A pseudo-random word; small numbers are frequent, as in a language. */
function vocabularyWord(n: number, position: number): string {
  const random = (Math.imul(n * WORDS_PER_MESSAGE + position + 1, 2_654_435_761) >>> 8) / 2 ** 24;
  return `word${Math.floor(VOCABULARY ** random)}`;
}

/** Inserts that many contact messages with their words, most of them answered, and updates the statistics of the database. */
export async function fillMessages({ db, kind, transaction }: Store, count: number): Promise<void> {
  const start = Date.now() - count * MINUTE;
  for (let first = 1; first <= count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => first + index);
    const rows = numbers.map((n) => {
      const texts = { first_name: 'Олена', last_name: 'Коваль', email: emailOf(n) };
      const text = Array.from({ length: WORDS_PER_MESSAGE }, (_, position) => vocabularyWord(n, position)).join(' ');
      const at = isoTime(start + n * MINUTE);
      const isWaiting = n % 50 === 0;
      const status = isWaiting ? ('waiting' as const) : ('answered' as const);
      const answered = { status, answered_at: isWaiting ? null : at, answered_by: isWaiting ? null : 'admin@example.com' };
      const priority = { is_priority: n % 10 === 0 ? (1 as const) : (0 as const) };
      return {
        id: n,
        user_id: null,
        ...texts,
        text,
        language: 'ua' as const,
        ...priority,
        created_at: at,
        ...answered,
      };
    });
    await transaction(async (tx) => {
      await tx.insertInto('feedback').values(rows).execute();
      const words = rows.flatMap((row) => wordsOf(row).map((word) => ({ feedback_id: row.id, word })));
      for (let from = 0; from < words.length; from += WORDS_AT_ONCE)
        await tx
          .insertInto('feedback_words')
          .values(words.slice(from, from + WORDS_AT_ONCE))
          .execute();
    });
  }
  await sql.raw(kind === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(db);
}
