import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FEEDBACKS_PER_HOUR } from '#contract/limits.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, feedbackBody } from '#tests/support/builders.ts';

const PROCESSES = 3;
const OFFICE = '203.0.113.7';

describe.each(DATABASES)(`contact messages per address with ${PROCESSES} processes on %s`, (kind) => {
  let apps: TestApp[];
  let first: TestApp;
  beforeEach(async () => {
    // Messages wait for the count of their address longer than usual while the machine is busy.
    first = await testApp(kind, { isPatient: true });
    first.clock.stop();
    const others = Array.from({ length: PROCESSES - 1 }, () => testApp(kind, { database: first.database, clock: first.clock }));
    apps = [first, ...(await Promise.all(others))];
  });
  afterEach(async () => {
    for (const app of apps.toReversed()) await app.close();
  });

  const send = (process: number, address: string, options: object = {}): Promise<Answer> =>
    (apps[process % PROCESSES] as TestApp).request('POST', '/api/feedback/send', { body: feedbackBody(), address, ...options });
  /** Sends messages to all processes at once; returns how many were accepted. */
  const accepted = async (count: number, addressOf: (n: number) => string): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n, addressOf(n))));
    for (const { status } of answers) expect([200, 429]).toContain(status);
    return answers.filter(({ status }) => status === 200).length;
  };
  const stored = async () => (await first.store.db.selectFrom('feedback').select('id').execute()).length;

  test('accepts exactly the limit of messages that arrive everywhere at once', async () => {
    expect(await accepted(2 * FEEDBACKS_PER_HOUR, () => OFFICE)).toBe(FEEDBACKS_PER_HOUR);
    expect(await stored()).toBe(FEEDBACKS_PER_HOUR);
    expect((await send(0, '203.0.113.8')).status).toBe(200);
    expect((await send(0, OFFICE, { token: (await aUser(first)).token })).status).toBe(200);
  });

  test('counts a /64 of IPv6 as one address', async () => {
    expect(await accepted(FEEDBACKS_PER_HOUR + 5, (n) => `2001:db8:0:1::${n.toString(16)}`)).toBe(FEEDBACKS_PER_HOUR);
    expect((await send(0, '2001:db8:0:2::1')).status).toBe(200);
  });

  test('frees the place of a message an hour after it, and says when', async () => {
    expect((await send(0, OFFICE)).status).toBe(200);
    first.clock.advance(10 * MINUTE);
    expect(await accepted(FEEDBACKS_PER_HOUR - 1, () => OFFICE)).toBe(FEEDBACKS_PER_HOUR - 1);
    const rejected = await send(1, OFFICE);
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, String((50 * MINUTE) / 1_000)]);
    first.clock.advance(50 * MINUTE + 1);
    expect(await accepted(3, () => OFFICE)).toBe(1);
    expect((await send(2, OFFICE)).headers['retry-after']).toBe(String((10 * MINUTE) / 1_000));
  });

  test('counts no rejected message, and the hourly sweep deletes the counts', async () => {
    for (let n = 0; n < 3; n++) expect((await send(n, OFFICE, { body: feedbackBody({ email: '' }) })).status).toBe(400);
    expect(await accepted(FEEDBACKS_PER_HOUR + 3, () => OFFICE)).toBe(FEEDBACKS_PER_HOUR);
    const counts = () => first.store.db.selectFrom('buckets').select('subject').where('subject', 'like', 'visitor|%').execute();
    expect(await counts()).toHaveLength(FEEDBACKS_PER_HOUR + 1);
    first.clock.advance(HOUR + 1);
    await first.runJobs();
    expect(await counts()).toEqual([]);
  });
});
