import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_SESSION_IDLE, SESSION_IDLE } from '#contract/limits.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import { BATCH } from '#server/db/expired.ts';
import type { Tables } from '#server/db/tables.ts';
import { adminSessionsRepo } from '#server/features/admins/admin-sessions.repo.ts';
import { invitationsRepo } from '#server/features/admins/invitations.repo.ts';
import { attemptsRepo } from '#server/features/auth/attempts.repo.ts';
import { codesRepo } from '#server/features/auth/codes.repo.ts';
import { sessionsRepo } from '#server/features/auth/sessions.repo.ts';
import { cardsRepo } from '#server/features/cards/cards.repo.ts';
import { idempotencyRepo } from '#server/infra/idempotency/idempotency.repo.ts';
import { mailsRepo } from '#server/infra/mails/mails.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { hashOf } from '#server/ports/tokens.ts';
import { isLoggedIn } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { anAdmin, orderRows, type TestAdmin } from '#tests/support/orders.ts';
import { untilWaiting } from '#tests/support/waiting.ts';

const MARGIN = 10 * MINUTE;
const INSERTED = 200;

type Swept =
  | 'sessions'
  | 'admin_sessions'
  | 'admin_invitations'
  | 'codes'
  | 'attempts'
  | 'idempotency'
  | 'mails'
  | 'card_events'
  | 'card_checkouts';

describe.each(DATABASES)('the sweep on %s', (kind) => {
  let app: TestApp;
  let user: TestUser;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    for (const table of [
      'sessions',
      'admin_sessions',
      'admin_invitations',
      'codes',
      'attempts',
      'idempotency',
      'mails',
      'card_events',
      'card_checkouts',
    ] as const)
      await app.store.db.deleteFrom(table).execute();
    user = await aUser(app);
    admin = await anAdmin(app);
  });
  afterAll(() => app.close());

  const ago = (age: number): string => isoTime(app.clock.now() - age);
  const count = async (table: Swept): Promise<number> => {
    const { n } = await app.store.db
      .selectFrom(table as 'mails')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  /** Runs the sweep now, although it is due only once an hour. */
  async function sweep(): Promise<void> {
    await app.store.db
      .updateTable('jobs')
      .set({ due_at: ago(0) })
      .where('name', '=', 'sweep')
      .execute();
    await app.runJobs();
  }
  const insert = async (table: Swept, rows: readonly object[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += INSERTED)
      await app.store.db
        .insertInto(table as 'mails')
        .values(rows.slice(from, from + INSERTED) as never)
        .execute();
  };

  const session = (age: number) => ({
    id: randomUUID(),
    token_hash: randomUUID(),
    user_id: user.id,
    user_agent: 'test',
    created_at: ago(400 * DAY),
    last_used_at: ago(age),
  });
  const invitation = (age: number) => ({
    email: `${randomUUID()}@example.com`,
    role: 'orders',
    token_hash: randomUUID(),
    invited_by: admin.id,
    created_at: ago(age),
    expires_at: ago(age),
  });
  const adminSession = (age: number) => ({
    token_hash: randomUUID(),
    id: randomUUID(),
    admin_id: admin.id,
    created_at: ago(11 * HOUR),
    last_used_at: ago(age),
  });
  const code = (age: number) => ({
    email: `${randomUUID()}@example.com`,
    purpose: 'registration',
    code_hash: 'none',
    expires_at: ago(age),
    validated_at: null,
  });
  const attempt = (age: number, locked_until: string | null = null) => ({
    subject: `login:${randomUUID()}@example.com`,
    failures: 4,
    locked_until,
    failed_at: ago(age),
  });
  const key = (age: number) => ({ user_id: user.id, key: randomUUID(), kind: 'vehicles', created_id: 1, created_at: ago(age) });
  const mail = (age: number, next_try_at: string | null = null): object =>
    ({
      message_id: `<${randomUUID()}@carnet.test>`,
      kind: 'paymentReceived',
      recipient: user.email,
      subject: 's',
      text_body: 't',
      html_body: 'h',
      created_at: ago(age),
      expires_at: null,
      next_try_at,
      tries: 1,
      sent_at: null,
    }) satisfies Omit<Insertable<Tables['mails']>, 'kind'> & { kind: string };
  const event = (age: number) => ({ id: randomUUID(), received_at: ago(age) });
  const checkout = (age: number) => ({ id: randomUUID(), order_code: '22222222', expires_at: ago(age), closed_at: null });

  test.each<[Swept, (age: number) => object, number]>([
    ['sessions', session, SESSION_IDLE],
    ['admin_sessions', adminSession, ADMIN_SESSION_IDLE],
    ['admin_invitations', invitation, 30 * DAY],
    ['codes', code, DAY],
    ['attempts', attempt, DAY],
    ['idempotency', key, 7 * DAY],
    ['mails', mail, 30 * DAY],
    ['card_events', event, 30 * DAY],
    ['card_checkouts', checkout, HOUR],
  ])('deletes expired rows of %s, in any number, and keeps the others', async (table, row, age) => {
    const before = await count(table);
    await insert(
      table,
      Array.from({ length: 2 * BATCH + 1 }, () => row(age + MARGIN)),
    );
    await insert(table, [row(age - MARGIN), row(0)]);
    await sweep();
    expect(await count(table)).toBe(before + 2);
    app.clock.advance(2 * MARGIN);
    await sweep();
    expect(await count(table)).toBe(before + 1);
  });

  test('deletes at most one batch per statement and continues with the next one', async () => {
    const { db } = app.store;
    const many = (row: (age: number) => object) => Array.from({ length: BATCH + 1 }, () => row(40 * DAY));
    const now = isoTime(app.clock.now());
    const deletions: [Swept, (age: number) => object, () => Promise<boolean>][] = [
      ['sessions', session, () => sessionsRepo(db).deleteExpired(now)],
      ['admin_sessions', adminSession, () => adminSessionsRepo(db).deleteExpired(now)],
      ['admin_invitations', invitation, () => invitationsRepo(db).deleteExpired(now)],
      ['codes', code, () => codesRepo(db).deleteExpired(now)],
      ['attempts', attempt, () => attemptsRepo(db).deleteExpired(now, now)],
      ['idempotency', key, () => idempotencyRepo(db).deleteExpired(now)],
      ['mails', mail, () => mailsRepo(db).deleteExpired(now)],
      ['card_events', event, () => cardsRepo(db).deleteExpiredEvents(now)],
      ['card_checkouts', checkout, () => cardsRepo(db).deleteExpiredCheckouts(now)],
    ];
    for (const [table, row, deleteSome] of deletions) {
      await app.store.db.deleteFrom(table).execute();
      await insert(table, many(row));
      expect([table, await deleteSome(), await count(table), await deleteSome(), await count(table)]).toEqual([table, false, 1, true, 0]);
    }
  });

  test('keeps a current lock; deletes an expired one and attempts from before the column existed', async () => {
    await insert('attempts', [
      attempt(31 * DAY, isoTime(app.clock.now() + MINUTE)),
      attempt(31 * DAY, ago(MINUTE)),
      { ...attempt(0), failed_at: '' },
    ]);
    await sweep();
    expect(await count('attempts')).toBe(1);
    app.clock.advance(2 * MINUTE);
    await sweep();
    expect(await count('attempts')).toBe(0);
  });

  test('keeps rows that are renewed during the sweep', async () => {
    await app.store.db.deleteFrom('attempts').execute();
    await insert('codes', [code(2 * DAY)]);
    await insert('attempts', [attempt(2 * DAY)]);
    const { db } = app.store;
    let swept: Promise<boolean[]> = Promise.resolve([]);
    await app.store.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('codes')
        .set({ expires_at: ago(-HOUR) })
        .execute();
      await tx
        .updateTable('attempts')
        .set({ failed_at: ago(0) })
        .execute();
      swept = Promise.all([codesRepo(db).deleteExpired(ago(DAY)), attemptsRepo(db).deleteExpired(ago(DAY), ago(0))]);
      if (kind === 'postgres') await untilWaiting(app.store, 2);
    });
    await swept;
    expect([await count('codes'), await count('attempts')]).toEqual([1, 1]);
  });

  test('keeps an email that waits for delivery, however old', async () => {
    await insert('mails', [mail(60 * DAY, isoTime(app.clock.now() + HOUR)), mail(60 * DAY)]);
    await sweep();
    expect(await app.store.db.selectFrom('mails').select('next_try_at').execute()).toEqual([{ next_try_at: expect.any(String) }]);
  });

  test('keeps valid sessions, orders, prices and the audit log', async () => {
    await app.request('PATCH', '/api/prices/price', { token: admin.token, body: [{ tariff: 'family', price: 3 }] });
    const before = await orderRows(app);
    app.clock.advance(40 * MINUTE);
    await sweep();
    expect(await orderRows(app)).toEqual(before);
    expect(await isLoggedIn(app, user.token)).toBe(true);
    expect((await app.request('GET', '/api/admin/orders', { token: admin.token })).status).toBe(200);
    app.clock.advance(400 * DAY);
    await sweep();
    const audit = await app.store.db.selectFrom('audit').select('actor').where('actor', '=', admin.email).execute();
    expect(audit).toHaveLength(1);
    expect(await app.store.db.selectFrom('sessions').select('id').where('token_hash', '=', hashOf(user.token)).execute()).toEqual([]);
  });

  test('runs once an hour', async () => {
    await sweep();
    await insert('card_events', [event(31 * DAY)]);
    app.clock.advance(HOUR - MINUTE);
    await app.runJobs();
    expect(await count('card_events')).toBe(1);
    app.clock.advance(2 * MINUTE);
    await app.runJobs();
    expect(await count('card_events')).toBe(0);
  });
});
