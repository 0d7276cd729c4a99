import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USERS_SEARCHED_MAX } from '#contract/limits.ts';
import { anAccount, PASSWORD } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser, vehicleForm } from '#tests/support/builders.ts';
import { codeOf } from '#tests/support/many-rows.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';
import { piecesOf, piecesToFind, searchTextOf, userQueryOf } from './user-search.rules.ts';
import { usersRepo } from './users.repo.ts';
import { storeSearchText } from './users.service.ts';

const PERSON = { first_name: 'Соломія', last_name: "О'Семенюк", email: 'solo.wolf+7@example.org', phone: '+380671234567' };
const OTHER = { first_name: 'Олена', last_name: 'Коваль', phone: '+380502223344' };

test('a term is a part of a word if and only if its pieces begin a stored one', () => {
  const text = searchTextOf(PERSON);
  const pieces = piecesOf(text);
  expect(text).toBe('соломія осеменюк solo.wolf+7@example.org 380671234567');
  for (const word of text.split(' '))
    for (let from = 0; from < word.length; from += 1)
      for (let to = from + 1; to <= word.length; to += 1)
        for (const piece of piecesToFind(word.slice(from, to))) expect(pieces.some((stored) => stored.startsWith(piece))).toBe(true);
  for (const other of ['wolff', 'я о', '067 1', 'q']) expect(pieces.some((stored) => stored.startsWith(other))).toBe(false);
  expect(piecesOf('a😀b').every((piece) => piece.isWellFormed())).toBe(true);
});

test.each([
  ['+38 (067) 123-45-67', [['380671234567']], undefined],
  ['00380 67', [['38067']], undefined],
  ['067 12', [['06712']], undefined],
  ['12345678-123', [['12345678123'], ['12345678-123']], undefined],
  ['1-2', [['1-2']], undefined],
  ['.', [['.']], undefined],
  ['123', [], 123],
  ['12345', [['12345']], 12345],
  ['№ 12345', [], 12345],
  ['#7', [], 7],
  ['Соломія <solo@example.org>,', [['соломія', 'solo@example.org']], undefined],
  ["Сёмин о'семенюк", [['семин', 'осеменюк']], undefined],
  ['a b c d e f g h i j', [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']], undefined],
  ["'", [], undefined],
  ['()', [], undefined],
  ['0'.repeat(16), [['0'.repeat(14)]], undefined],
])('%s is read as words and a number', (q, alternatives, userId) => {
  expect(userQueryOf(q)).toEqual({ alternatives, userId });
});

describe.each(DATABASES)('the search for users on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  let found: TestUser;
  beforeAll(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
    await setPerson(await aUser(app), { ...OTHER, email: 'first@example.com' });
    found = await aUser(app);
    await setPerson(found, PERSON);
    await setPerson(await aUser(app), { ...OTHER, email: 'last@example.com' });
  });
  afterAll(() => app.close());

  async function setPerson({ id }: TestUser, person: typeof PERSON): Promise<void> {
    await app.store.db.updateTable('users').set(person).where('id', '=', id).execute();
    await storeSearchText({ users: usersRepo(app.store.db) }, { id, ...person });
  }

  const list = async (q: string) => {
    const { status, body } = await app.request('GET', `/api/admin/users?${new URLSearchParams({ q })}`, { token: admin.token });
    expect(status).toBe(200);
    return { ids: (body.users as { user_id: number }[]).map(({ user_id }) => user_id), ...body };
  };
  const ids = async (q: string): Promise<number[]> => (await list(q)).ids;

  test.each([
    ...['wo', 'wolf', 'SOLO.', '+7@', 'wolf+7@example.org', 'example.org', '.org', 'СОЛОМ', 'омія', "О'Сем", 'осеменюк', 'о’семенюк'],
    ...['067 123-45-67', '+38 (067) 123 45 67', '00380671234567', '1234567', '34567', 'соломія 067123', 'example.org Семенюк', '"Соломія"'],
  ])('finds a user by %s', async (q) => {
    expect(await ids(q)).toEqual([found.id]);
  });

  test('finds a user by number, with a number sign nobody else', async () => {
    expect(await ids(String(found.id))).toEqual([found.id]);
    expect(await ids(`№ ${found.id}`)).toEqual([found.id]);
    expect(await ids('№ 999999999')).toEqual([]);
  });

  test.each([
    '%',
    '_',
    '%%%',
    'solo_wolf',
    'solo%',
    "'",
    '\\',
    '*',
    'wolff',
    'wolf соломея',
    '98765',
    'яо',
    '😀',
    'ﷺ',
    '\u0301',
    'x'.repeat(254),
  ])('finds nobody by %s', async (q) => {
    expect(await list(q)).toMatchObject({ ids: [], total: 0, is_more: false });
  });

  test('rejects a search text that is too long at once', async () => {
    for (const q of ['x'.repeat(255), 'я'.repeat(4_000), '\u0301'.repeat(4_000), '%'.repeat(8_000)]) {
      const { status } = await app.request('GET', `/api/admin/users?${new URLSearchParams({ q })}`, { token: admin.token });
      expect([400, 414, 431]).toContain(status);
    }
  });

  test('follows a change of the profile, and a registration is found at once', async () => {
    const user = await anAccount(app);
    const form = await vehicleForm({ firstName: 'Віолета', lastName: 'Чорновіл', phone: '+380 50 765 43 21' }, null);
    expect((await app.request('PATCH', '/api/users/change-profile', { token: user.token, form })).status).toBe(200);
    expect(await ids('олета')).toEqual([user.id]);
    expect(await ids('050 765-43-21')).toEqual([user.id]);
    const next = await vehicleForm({ firstName: 'Ганна', lastName: 'Чорновіл', phone: '' }, null);
    expect((await app.request('PATCH', '/api/users/change-profile', { token: user.token, form: next })).status).toBe(200);
    expect(await ids('олета')).toEqual([]);
    expect(await ids('0507654321')).toEqual([]);
    expect(await ids('ганна чорн')).toEqual([user.id]);
    const body = { password: PASSWORD };
    expect((await app.request('DELETE', '/api/users/delete', { token: user.token, body })).status).toBe(200);
    expect(await ids('чорновіл')).toEqual([]);
    const left = await app.store.db.selectFrom('user_pieces').select('piece').where('user_id', '=', user.id).execute();
    expect(left).toEqual([]);
  });

  test('finds the orders of a user in the same way', async () => {
    const none = { confirmed_at: null, completed_at: null, tariff_start_date: null, tariff_end_date: null };
    const order = { tariff_change: 'family', payment_months: 1, amount_due: 300, status: 'processing' } as const;
    await app.store.db
      .insertInto('orders')
      .values({ code: codeOf(1), user_id: found.id, created_at: '2026-01-01T00:00:00.000Z', ...order, ...none })
      .execute();
    for (const q of ['wolf', 'семенюк', '067 123 45 67', '+7@example', String(found.id), codeOf(1).toLowerCase()]) {
      const { body } = await app.request('GET', `/api/admin/orders?${new URLSearchParams({ q })}`, { token: admin.token });
      expect({ q, codes: body.data.map(({ order_code }: { order_code: string }) => order_code), more: body.is_more }).toEqual({
        q,
        codes: [codeOf(1)],
        more: false,
      });
    }
  });

  test('says that more users may match if only the newest ones were compared', async () => {
    const text = 'олена коваль many@example.com';
    const at = '2026-01-01T00:00:00.000Z';
    const rows = Array.from({ length: USERS_SEARCHED_MAX + 1 }, (_, n) => ({
      ...{ email: `many${n}@example.com`, first_name: 'Олена', last_name: 'Коваль', phone: null, password_hash: 'none' },
      ...{ currency: 'UAH' as const, language: 'ua' as const, image_id: null, tariff: 'basic' as const, search_text: text },
      ...{ tariff_start_date: null, tariff_end_date: null, created_at: at },
    }));
    for (let from = 0; from < rows.length; from += 500) {
      const part = rows.slice(from, from + 500);
      const inserted = await app.store.db.insertInto('users').values(part).returning('id').execute();
      const pieces = inserted.map(({ id }) => ({ piece: 'many@example', user_id: id }));
      await app.store.db.insertInto('user_pieces').values(pieces).execute();
    }
    expect(await list('many@')).toMatchObject({ total: USERS_SEARCHED_MAX, is_more: true });
    expect(await list('many@ wolf')).toMatchObject({ total: 0, is_more: false });
  });
});
