import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import type { Db, Store } from '#server/db/store.ts';
import { failedMailsRepo } from '#server/infra/mails/failed-mails.repo.ts';
import { mailQueueRepo } from '#server/infra/mails/mail-queue.repo.ts';
import { URGENCIES } from '#server/infra/mails/mail-urgency.rules.ts';
import { mailsRepo } from '#server/infra/mails/mails.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { plansOf } from '#tests/support/plans.ts';
import { aDatabase, type SharedDatabase } from '#tests/support/processes.ts';

const COUNT = 100_000;
/** Rows per insert, which must end within PostgreSQL's statement timeout on a busy machine, too. */
const BATCH = 5_000;
const NOW = Date.now();
const ago = (days: number): string => isoTime(NOW - days * DAY);

/** A month of emails: most delivered, some waiting, some failed; every tenth is a contact message to one address. */
async function fillMails({ db }: Store): Promise<void> {
  for (let first = 1; first <= COUNT; first += BATCH) await insertMails(db, first, first + BATCH - 1);
  await sql`analyze mails`.execute(db);
}

async function insertMails(db: Db, first: number, last: number): Promise<void> {
  const at = (days: number) => sql`cast(${ago(days)} as text)`;
  await sql`insert into mails (message_id, kind, urgency, recipient, subject, text_body, html_body, created_at, expires_at, next_try_at, tries,
      sent_at, failed_at, failure)
    with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
    select '<' || n || '@carnet.test>',
      case n % 10 when 0 then 'contact' when 1 then 'tariffEnds' else 'code' end,
      case when n % 10 < 2 then 2 else 0 end,
      case n % 10 when 0 then 'owner@example.com' else 'u' || n || '@example.com' end,
      '', '', '',
      case when n % 100 = 0 then ${at(29)} when n % 2 = 0 then ${at(15)} else ${at(1)} end,
      case when n % 10 > 1 then ${at(1)} end,
      case when n % 97 = 0 then ${at(0)} end,
      1,
      case when n % 97 <> 0 and n % 89 <> 0 then ${at(1)} end,
      case when n % 97 <> 0 and n % 89 = 0 then ${at(1)} end,
      case when n % 97 <> 0 and n % 89 = 0 then 'recipient' end
    from numbers`.execute(db);
}

describe.each(DATABASES)(`among ${COUNT} emails on %s`, { timeout: 120_000 }, (kind) => {
  let database: SharedDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    store = await database.open();
    await fillMails(store);
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const now = isoTime(NOW);
  const queue = (db: Db) => mailQueueRepo(db, kind);
  const page = { offset: 20, limit: 20 };
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ...URGENCIES.map((urgency): [string, (db: Db) => Promise<unknown>] => [
      `claim of urgency ${urgency}`,
      (db) => queue(db).claim({ urgency, now, leaseUntil: now }),
    ]),
    ['release', (db) => queue(db).release({ id: 97, leaseUntil: now }, now)],
    ['deleteExpired', (db) => queue(db).deleteExpired(['accountDeleted', 'accountRemoved'], ago(2))],
    ['failExpired', (db) => queue(db).failExpired(ago(2))],
    ['updateSent', (db) => queue(db).updateSent(1, now)],
    ['updateNextTry', (db) => queue(db).updateNextTry(97, now, 'server')],
    ['updateFailed', (db) => queue(db).updateFailed(97, now, 'server', false)],
    ['delete', (db) => queue(db).delete(2)],
    [
      'listCreated, also for the contact address',
      (db) => mailsRepo(db).listCreated('owner@example.com', ['code', 'reset'], { after: ago(1), until: ago(0) }),
    ],
    ['withdraw', (db) => mailsRepo(db).withdraw('owner@example.com', 'code')],
    ['the count of failed emails', (db) => failedMailsRepo(db).count()],
    ['a page of failed emails', (db) => failedMailsRepo(db).list({ ...page, isFromEnd: false })],
    ['a page of failed emails from the end', (db) => failedMailsRepo(db).list({ ...page, isFromEnd: true })],
    ['the count of waiting emails', (db) => failedMailsRepo(db).countWaiting()],
    ['a page of waiting emails', (db) => failedMailsRepo(db).listWaiting({ ...page, isFromEnd: false })],
    ['a page of waiting emails from the end', (db) => failedMailsRepo(db).listWaiting({ ...page, isFromEnd: true })],
    ['sendNow', (db) => failedMailsRepo(db).sendNow(97, now, now)],
    ['the sweep', (db) => mailsRepo(db).deleteExpired(ago(28))],
  ])('%s searches an index and scans nothing', async (_, use) => {
    const plans = await plansOf(store, use);
    const scans = plans.flatMap((plan) => plan.scans.map((step) => `${step} in ${plan.sql}`));
    // Few emails are waiting, and this index contains no others: PostgreSQL may read all of it.
    expect(scans.filter((step) => !step.startsWith('Index Scan mails_expiring'))).toEqual([]);
    expect(plans.flatMap(({ reads }) => reads).length).toBeGreaterThan(0);
  });

  test('detects a scan', async () => {
    const scanned = await plansOf(store, (db) => db.selectFrom('mails').select('id').where('tries', '=', 7).execute());
    expect(scanned.flatMap(({ scans }) => scans)).toHaveLength(1);
  });
});
