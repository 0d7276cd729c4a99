import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import {
  CODE_REQUESTS_PER_ADDRESS,
  CODE_REQUESTS_PER_BLOCK,
  CODE_REQUESTS_WINDOW,
  REGISTRATION_CODES_TOTAL,
  WRONG_ATTEMPT_MEMORY,
  WRONG_CODES_PER_ADDRESS,
  WRONG_CODES_TOTAL,
  WRONG_CODES_WINDOW,
} from '#contract/limits.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { errorText } from '#server/texts.ts';
import {
  anEmail,
  postForgot,
  postRegistration,
  postReset,
  postSendCode,
  postValidateCode,
  registrationBody,
  resetBody,
} from '#tests/support/accounts.ts';
import { type Answer, DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { afterTaking, secondsToWait } from './buckets.rules.ts';

const CODE = '271828';
const WRONG = '314159';
/** Number of wrong codes for one email that does not lock it. */
const UNLOCKED = 4;
const OFFICE = '192.0.2.77';

describe.each(DATABASES)('limits per network on %s', (kind) => {
  let app: TestApp;
  let warnings: unknown[][];
  beforeAll(async () => {
    app = await testApp(kind, {
      // Parallel requests wait for each other's rows longer than usual while the machine is busy.
      isPatient: true,
      tokens: { ...cryptoTokens, newCode: () => CODE },
      passwords: { hash: async (password) => password, verify: async (hash, password) => hash === password },
    });
    warnings = [];
    vi.spyOn(app.server.log, 'warn').mockImplementation((...call: unknown[]) => {
      // Rejected requests are logged as warnings too.
      if (/being guessed|The limit of/.test(String(call[1]))) warnings.push(call);
    });
  });
  beforeEach(async () => {
    await app.store.db.deleteFrom('buckets').execute();
    warnings.length = 0;
  });
  afterAll(() => app.close());

  const send = (address: string, email = anEmail()) => postSendCode(app, { email }, { address });
  const validate = (address: string, email: string, confirmationCode: string) =>
    postValidateCode(app, { email, confirmationCode }, { address });
  /** An email with the code CODE, requested from a separate network. */
  const aCode = async (): Promise<string> => {
    const email = anEmail();
    expect((await postSendCode(app, { email })).status).toBe(200);
    return email;
  };
  const codes = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, aCode));
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
  const setFull = (subject: string, inMilliseconds: number) =>
    app.store.db
      .insertInto('buckets')
      .values({ subject, full_at: isoTime(app.clock.now() + inMilliseconds) })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ full_at: isoTime(app.clock.now() + inMilliseconds) }))
      .execute();
  const tooMany = (code: string) => ({ status: 429, body: { code } });

  test('limits parallel requests for codes from one network, but not other networks or a later request', async () => {
    const emails = Array.from({ length: CODE_REQUESTS_PER_ADDRESS + 10 }, anEmail);
    const answers = await Promise.all(emails.map((email) => send(OFFICE, email)));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(CODE_REQUESTS_PER_ADDRESS);
    const mails = await app.store.db.selectFrom('mails').select('id').where('recipient', 'in', emails).execute();
    expect(mails).toHaveLength(CODE_REQUESTS_PER_ADDRESS);
    for (const language of LANGUAGES)
      expect(await postSendCode(app, { email: anEmail() }, { address: OFFICE, headers: { 'accept-language': language } })).toMatchObject({
        status: 429,
        body: { code: 'api.sendCode.network', message: errorText(language, 'api.sendCode.network') },
      });
    expect(await postForgot(app, { email: anEmail() }, { address: OFFICE })).toMatchObject(tooMany('api.sendCode.network'));
    expect(await send(`::ffff:${OFFICE}`)).toMatchObject(tooMany('api.sendCode.network'));
    expect((await send('192.0.2.78')).status).toBe(200);
    const wait = Number((await send(OFFICE)).headers['retry-after']) * 1_000;
    expect([wait > 0, wait <= CODE_REQUESTS_WINDOW / CODE_REQUESTS_PER_ADDRESS]).toEqual([true, true]);
    app.clock.advance(wait);
    expect((await send(OFFICE)).status).toBe(200);
  });

  test('treats an IPv6 /64 as one network, and counts requests for registered emails too', async () => {
    await setFull('codes|address|2001:db8:0:1:0:0:0:0/64', CODE_REQUESTS_WINDOW);
    expect(await send('2001:db8:0:1:ffff::5')).toMatchObject(tooMany('api.sendCode.network'));
    expect((await send('2001:db8:0:2::5')).status).toBe(200);
    const email = await aCode();
    await validate(OFFICE, email, CODE);
    expect((await postRegistration(app, registrationBody(email, CODE), { address: OFFICE })).status).toBe(201);
    for (let n = 0; n < CODE_REQUESTS_PER_ADDRESS; n += 1) expect((await send(OFFICE, email)).body.code).toBe('api.sendCode.400');
    expect(await send(OFFICE, email)).toMatchObject(tooMany('api.sendCode.network'));
  });

  test('reserves half of the limit of all networks for networks without recent requests, and logs when it is used up', async () => {
    const all = 'codes|registration|all';
    await send(OFFICE);
    await setFull(all, CODE_REQUESTS_WINDOW / 2);
    expect(await send(OFFICE)).toMatchObject(tooMany('api.sendCode.busy'));
    expect((await send('198.51.101.1')).status).toBe(200);
    expect(await send('198.51.101.2'), 'the same /24').toMatchObject(tooMany('api.sendCode.busy'));
    expect(warnings).toEqual([]);
    await setFull(all, CODE_REQUESTS_WINDOW - (1.5 * CODE_REQUESTS_WINDOW) / REGISTRATION_CODES_TOTAL);
    expect((await send('198.51.102.2')).status).toBe(200);
    expect(warnings).toEqual([
      [{ requestId: expect.any(String), block: '198.51.102.0/24' }, expect.stringContaining('registration codes')],
    ]);
    const limited = await send('198.51.103.3');
    expect(limited).toMatchObject(tooMany('api.sendCode.busy'));
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await postForgot(app, { email: anEmail() }, { address: '198.51.103.3' })).status).toBe(200);
  });

  test('limits a block of addresses, so that one /48 leaves the codes to others', async () => {
    for (let n = 0; n < CODE_REQUESTS_PER_BLOCK; n += 1) expect((await send(`2001:db8:5:${n.toString(16)}::1`)).status).toBe(200);
    expect(await send('2001:db8:5:fffe::1')).toMatchObject(tooMany('api.sendCode.network'));
    expect(await postForgot(app, { email: anEmail() }, { address: '2001:db8:5:ffff::1' })).toMatchObject(tooMany('api.sendCode.network'));
    expect((await send('2001:db8:6::1')).status).toBe(200);
  });

  test('checks wrong codes of one network up to its limit, for many emails in parallel; then rejects correct ones too', async () => {
    const emails = await codes(Math.ceil(WRONG_CODES_PER_ADDRESS / UNLOCKED) + 2);
    const guesses = emails.flatMap((email) => Array.from({ length: UNLOCKED }, () => validate(OFFICE, email, WRONG)));
    const answers = await Promise.all(guesses);
    expect(statuses(answers).filter((status) => status === 403)).toHaveLength(WRONG_CODES_PER_ADDRESS);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(answers.length - WRONG_CODES_PER_ADDRESS);
    const [email = ''] = emails;
    const right = await validate(OFFICE, email, CODE);
    expect(right).toMatchObject(tooMany('api.code.429'));
    expect((await validate('192.0.2.200', email, CODE)).status).toBe(200);
    expect(await postRegistration(app, registrationBody(email, CODE), { address: OFFICE })).toMatchObject(tooMany('api.code.429'));
    app.clock.advance(Number(right.headers['retry-after']) * 1_000);
    expect((await validate(OFFICE, email, CODE)).status).toBe(200);
  });

  /** Uses up the limit of wrong codes of all networks, with one code from each network. */
  const guessFromEverywhere = async (): Promise<string[]> => {
    const emails = await codes(Math.ceil(WRONG_CODES_TOTAL / UNLOCKED));
    for (let n = 0; n < WRONG_CODES_TOTAL; n += 1)
      expect((await validate(`100.${n}.0.1`, emails[n % emails.length] ?? '', WRONG)).status).toBe(403);
    return emails;
  };

  test('logs guessing from many networks and rejects these networks; others can register', async () => {
    const [victim = ''] = await guessFromEverywhere();
    expect(warnings).toEqual([
      [
        { requestId: expect.any(String), block: expect.stringMatching(/^100\.\d+\.0\.0\/24$/) },
        expect.stringContaining('codes are being guessed'),
      ],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('@');
    const [email = ''] = await codes(1);
    for (const address of ['100.0.0.1', '100.0.0.2'])
      for (const code of [WRONG, CODE]) expect(await validate(address, email, code)).toMatchObject(tooMany('api.code.429'));
    expect(await app.store.db.selectFrom('buckets').select('subject').where('full_at', '=', '').execute()).toEqual([]);
    const home = '203.0.113.9';
    expect((await send(home, email)).status).toBe(200);
    expect((await validate(home, email, CODE)).status).toBe(200);
    expect((await postRegistration(app, registrationBody(email, CODE), { address: home })).status).toBe(201);
    expect((await postForgot(app, { email }, { address: home })).status).toBe(200);
    expect((await postReset(app, resetBody(email, CODE), { address: home })).status).toBe(200);
    expect((await validate('2001:db8:7:1::1', victim, WRONG)).body.code).toMatch(/api\.(validateCode\.403|code\.locked)/);
    const another = await aCode();
    expect((await validate('2001:db8:8:1::1', another, WRONG)).status).toBe(403);
    expect(await validate('2001:db8:8:2::1', another, CODE), 'the same /48').toMatchObject(tooMany('api.code.429'));
    app.clock.advance(WRONG_CODES_WINDOW / 2);
    expect((await validate('100.0.0.1', await aCode(), CODE)).status).toBe(200);
  });

  test('remembers a network for a day', async () => {
    const [email = ''] = await codes(1);
    await validate(OFFICE, email, WRONG);
    app.clock.advance(WRONG_ATTEMPT_MEMORY - 60_000);
    await setFull('code|all', WRONG_CODES_WINDOW + 60_000);
    expect(await validate(OFFICE, await aCode(), CODE)).toMatchObject(tooMany('api.code.429'));
    app.clock.advance(60_000);
    expect((await validate(OFFICE, await aCode(), CODE)).status).toBe(200);
  });

  test('stores no rows for correct codes, and the sweep deletes rows of full buckets', async () => {
    const [email = ''] = await codes(1);
    await app.store.db.deleteFrom('buckets').execute();
    await validate(OFFICE, email, CODE);
    expect(await app.store.db.selectFrom('buckets').selectAll().execute()).toEqual([]);
    await validate(OFFICE, email, WRONG);
    const subjects = () => app.store.db.selectFrom('buckets').select('subject').orderBy('subject').execute();
    expect(await subjects()).toHaveLength(3);
    app.clock.advance(WRONG_CODES_WINDOW);
    await app.runJobs();
    expect(await subjects()).toEqual([{ subject: 'code|block|192.0.2.0/24' }]);
    app.clock.advance(WRONG_ATTEMPT_MEMORY);
    await app.runJobs();
    expect(await subjects()).toEqual([]);
  });
});

describe('a token bucket', () => {
  const bucket = { burst: 3, per: 3_000 };
  test('allows its burst at once, then one request per interval', () => {
    let fullAt = 0;
    for (let n = 0; n < bucket.burst; n += 1) {
      expect(secondsToWait(fullAt, bucket, 10_000)).toBe(0);
      fullAt = afterTaking(fullAt, bucket, 10_000);
    }
    expect(secondsToWait(fullAt, bucket, 10_000)).toBe(1);
    expect(secondsToWait(fullAt, bucket, 11_000)).toBe(0);
    expect(secondsToWait(afterTaking(fullAt, bucket, 11_000), bucket, 11_000)).toBe(1);
    expect(afterTaking(fullAt, bucket, 20_000)).toBe(21_000);
  });
});
