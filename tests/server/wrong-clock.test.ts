import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CODE_ATTEMPTS,
  CODE_REQUESTS_PER_ADDRESS,
  CODES_PER_HOUR,
  FEEDBACKS_PER_HOUR,
  LOGIN_ATTEMPTS,
  REPORTS_PER_HOUR,
} from '#contract/limits.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { userSubjects } from '#server/features/buckets/buckets.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import {
  anAccount,
  anEmail,
  aSentCode,
  otherThan,
  PASSWORD,
  postForgot,
  postLogin,
  postSendCode,
  postValidateCode,
} from '#tests/support/accounts.ts';
import { anEnrolledAdmin, codeAt, getOwn, postAdminLogin } from '#tests/support/admin-accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';
import { anAdmin, anOrder } from '#tests/support/orders.ts';
import { getReport, reportOwner } from '#tests/support/reports.ts';

const OFFICE = '192.0.2.77';

describe.each(DATABASES)('after a moment in which the clock was a day ahead, on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.stop();
  });
  afterAll(() => app.close());

  /** What happens while the clock is wrong. */
  async function ahead<T>(act: () => Promise<T>): Promise<T> {
    app.clock.advance(DAY);
    try {
      return await act();
    } finally {
      app.clock.advance(-DAY);
    }
  }
  const times = async (count: number, act: () => Promise<{ status: number }>): Promise<number> => {
    let last = 0;
    for (let n = 0; n < count; n += 1) last = (await act()).status;
    return last;
  };

  test('codes are sent to the same networks and emails', async () => {
    const [email, another] = [anEmail(), anEmail()];
    await ahead(async () => {
      expect(await times(CODES_PER_HOUR + 1, () => postSendCode(app, { email }))).toBe(429);
      expect(await times(CODE_REQUESTS_PER_ADDRESS + 1, () => postSendCode(app, { email: anEmail() }, { address: OFFICE }))).toBe(429);
      await postForgot(app, { email: another });
    });
    expect((await postSendCode(app, { email })).status).toBe(200);
    expect((await postSendCode(app, { email: anEmail() }, { address: OFFICE })).status).toBe(200);
    expect((await postForgot(app, { email: another })).status).toBe(200);
  });

  test('locks have ended, and codes of that moment are no longer valid', async () => {
    const user = await anAccount(app);
    const { email, code } = await ahead(async () => {
      expect(await times(LOGIN_ATTEMPTS + 1, () => postLogin(app, { email: user.email, password: 'Wr0ng pass!' }))).toBe(403);
      const sent = await aSentCode(app);
      const wrong = { email: sent.email, confirmationCode: otherThan(sent.code) };
      expect(await times(CODE_ATTEMPTS, () => postValidateCode(app, wrong))).toBe(403);
      expect((await postValidateCode(app, wrong)).body.code).toBe('api.code.locked');
      return sent;
    });
    expect((await postLogin(app, { email: user.email, password: PASSWORD })).status).toBe(200);
    expect((await postValidateCode(app, { email, confirmationCode: code })).body.code).toBe('api.validateCode.expired');
    const again = await aSentCode(app, email);
    expect((await postValidateCode(app, { email, confirmationCode: again.code })).status).toBe(200);
  });

  test('contact messages and reports are accepted', async () => {
    const { user, path } = await reportOwner(app);
    const send = (options: object) => () => app.request('POST', '/api/feedback/send', { body: feedbackBody(), ...options });
    await ahead(async () => {
      expect(await times(FEEDBACKS_PER_HOUR + 1, send({ address: OFFICE }))).toBe(429);
      expect(await times(FEEDBACKS_PER_HOUR + 1, send({ token: user.token }))).toBe(429);
      const used = { subject: `${userSubjects(user.id)}reports`, full_at: isoTime(app.clock.now() + HOUR) };
      await app.store.db.insertInto('buckets').values(used).execute();
      expect((await getReport(app, user, path)).code).toBe('reportsApi.limit');
    });
    expect((await send({ address: OFFICE })()).status).toBe(200);
    expect((await send({ token: user.token })()).status).toBe(200);
    expect((await getReport(app, user, path)).status).toBe(200);
    const { full_at } = await app.store.db
      .selectFrom('buckets')
      .select('full_at')
      .where('subject', '=', `${userSubjects(user.id)}reports`)
      .executeTakeFirstOrThrow();
    expect(full_at).toBe(isoTime(app.clock.now() + HOUR / REPORTS_PER_HOUR));
  });

  test('sessions of administrators have ended, and a used step of two-factor login blocks no code', async () => {
    const admin = await ahead(() => anAdmin(app));
    expect((await getOwn(app, admin)).status).toBe(401);
    const enrolled = await anEnrolledAdmin(app);
    await ahead(async () => {
      expect((await postAdminLogin(app, enrolled.email, codeAt(enrolled.secret, app.clock.now()))).status).toBe(200);
    });
    expect((await getOwn(app, { token: enrolled.token })).status).toBe(200);
    const { body } = await postAdminLogin(app, enrolled.email, codeAt(enrolled.secret, app.clock.now()));
    expect((await getOwn(app, { token: body.tokenAdmin })).status).toBe(200);
  });

  test('jobs run, waiting emails are sent, and confirmed payments and begun periods apply', async () => {
    const [confirming, paying] = [await aUser(app), await ahead(() => aUser(app, { tariff: 'family' }))];
    await app.store.db
      .updateTable('users')
      .set({ tariff_start_date: isoTime(app.clock.now() + DAY) })
      .where('id', '=', paying.id)
      .execute();
    const tariffOf = async ({ token }: { token: string }) => (await app.request('GET', '/api/users/user', { token })).body.data.tariff;
    const email = anEmail();
    await ahead(async () => {
      await app.runJobs();
      await anOrder(app, confirming, { status: 'confirmed' });
      await postSendCode(app, { email });
      await app.deliverMails();
      // As a process leaves it that ends during the delivery.
      await app.store.db
        .updateTable('mails')
        .set({ next_try_at: isoTime(app.clock.now() + HOUR), sent_at: null })
        .where('recipient', '=', email)
        .execute();
    });
    expect(await tariffOf(paying)).toBe('family');
    await app.runJobs();
    expect(await tariffOf(confirming)).toBe('family');
    await app.deliverMails();
    expect(app.mails.filter(({ to }) => to === email)).toHaveLength(2);
  });
});
