import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '#contract/time.ts';
import { LEASE } from '#server/infra/mails/mail-delivery.service.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { insertMails, testMailer } from '#tests/support/mail-queue.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('sending emails again on %s', (kind) => {
  const mailer = testMailer();
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind, { mailer });
    admin = await anAdmin(app);
  });
  beforeEach(async () => {
    mailer.reset();
    await app.store.db.deleteFrom('mails').execute();
  });
  afterAll(() => app.close());

  const at = (age: number): string => isoTime(app.clock.now() + age);
  const read = async (status: string) => (await app.request('GET', `/api/admin/mails/${status}`, { token: admin.token })).body;
  const idOf = async (recipient?: string): Promise<number> => {
    const { id } = await app.store.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', recipient ?? '')
      .executeTakeFirstOrThrow();
    return id;
  };
  const again = async (recipient?: string) => {
    const answer = await app.request('POST', `/api/admin/mails/${await idOf(recipient)}/send`, { token: admin.token });
    await app.deliverMails();
    return answer;
  };
  const attempted = () => mailer.attempted.map(({ to }) => to);

  test('lists waiting emails, the next attempt first; one that may be in progress cannot be sent', async () => {
    const tomorrow = at(DAY);
    const [later] = await insertMails(app, 'orderMade', 1, { next_try_at: tomorrow, tries: 4, failure: 'server' });
    const [soon] = await insertMails(app, 'orderMade', 1, { next_try_at: at(MINUTE) });
    const [code] = await insertMails(app, 'code', 1, { next_try_at: at(10 * MINUTE), expires_at: at(DAY) });
    expect(await read('waiting')).toMatchObject({
      total: 3,
      data: [
        { recipient: soon, can_send: false, reason: null },
        { recipient: code, can_send: false },
        { recipient: later, can_send: true, tries: 4, reason: 'server', next_try_at: tomorrow },
      ],
    });
    expect([(await again(soon)).status, (await again(later)).status]).toEqual([200, 200]);
    expect(attempted()).toEqual([later]);
    expect(await again(code)).toMatchObject({ status: 409, body: { code: 'mailsApi.409' } });
  });

  test('does not send an email again that was claimed after the request had read the clock', async () => {
    const [claimed] = await insertMails(app, 'orderMade', 1, { next_try_at: at(LEASE + 10 * SECOND) });
    expect((await again(claimed)).status).toBe(200);
    expect(attempted()).toEqual([]);
  });

  test('sends a failed email once, with all its attempts, however often it is asked', async () => {
    const [failed] = await insertMails(app, 'orderMade', 1, { next_try_at: null, failed_at: at(-MINUTE), failure: 'recipient', tries: 3 });
    expect((await read('failed')).data).toMatchObject([{ recipient: failed, can_send: true }]);
    await Promise.all([again(failed), again(failed), again(failed)]);
    await again(failed);
    expect(attempted()).toEqual([failed]);
    expect([(await read('failed')).total, (await read('waiting')).total]).toEqual([0, 0]);
    const row = await app.store.db.selectFrom('mails').select(['tries', 'failed_at']).executeTakeFirstOrThrow();
    expect(row).toEqual({ tries: 1, failed_at: null });
  });

  test('lists an email again whose delivery failed again', async () => {
    mailer.onSend = () => Promise.reject(new Error('down'));
    const [failed] = await insertMails(app, 'orderMade', 1, {
      ...{ created_at: at(-6 * DAY), next_try_at: null, failed_at: at(-DAY), failure: 'server', tries: 9 },
    });
    expect((await again(failed)).status).toBe(200);
    expect(attempted()).toEqual([failed]);
    expect((await read('failed')).data).toMatchObject([{ recipient: failed, reason: 'server', tries: 1 }]);
  });
});
