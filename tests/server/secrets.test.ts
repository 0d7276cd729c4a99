import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import type { Store } from '#server/db/store.ts';
import { anEmail, NEW_PASSWORD, otherThan, PASSWORD, registrationBody, resetBody } from '#tests/support/accounts.ts';
import { accept, codeAt, invite, STEP, wrongCodeAt } from '#tests/support/admin-accounts.ts';
import { type Answer, DATABASES, type RequestOptions } from '#tests/support/app.ts';
import { vehicleForm } from '#tests/support/builders.ts';
import { ADMIN_PASSWORD, activatePayments } from '#tests/support/orders.ts';
import { aDatabase, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import type { RunningServer } from '#tests/support/server.ts';

const POLL_INTERVAL = 20;
const DEADLINE = 10_000;
const ADMIN_EMAIL = 'first.admin@example.com';
const ADDRESS = '203.0.113.77';
const COOKIE = 'a-value-of-a-cookie';
const SETTINGS = {
  ...{ LOG_LEVEL: 'trace', LOG_REQUESTS: 'on', LOG_ADDRESSES: 'none' },
  ...{ ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY: 'loopback' },
};

const mailsIn = (outbox: string): string[] =>
  existsSync(outbox)
    ? readdirSync(outbox)
        .filter((file) => file.endsWith('.eml'))
        .sort()
        .map((file) => readFileSync(join(outbox, file), 'utf8'))
    : [];

describe.each(DATABASES)('a server that logs everything on %s', (kind) => {
  let database: SharedDatabase;
  let server: RunningServer;
  let store: Store;
  beforeAll(async () => {
    database = await aDatabase(kind);
    server = await startOn(database, SETTINGS);
    store = await database.open();
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
    await database.remove();
  });

  const ask = (method: Method, path: string, options: RequestOptions = {}): Promise<Answer> =>
    request(server, method, path, { ...options, headers: { 'x-forwarded-for': ADDRESS, cookie: `session=1; other=${COOKIE}` } });

  /** What the pattern finds in the newest email, once `count` emails contain it. */
  async function mailed(pattern: RegExp, count: number): Promise<string> {
    for (const deadline = Date.now() + DEADLINE; Date.now() < deadline; await after(POLL_INTERVAL)) {
      const found = mailsIn(join(server.dataDir, 'outbox')).flatMap((mail) => pattern.exec(mail)?.[1] ?? []);
      if (found.length >= count) return found.at(-1) as string;
    }
    throw new Error('No mail was written');
  }

  const expectSilence = (secrets: readonly string[]): void => {
    const printed = server.output();
    expect(printed).toContain('"msg":"request"');
    const isPrinted = (secret: string): boolean => new RegExp(`(?<!\\w)${secret.replace(/\W/g, '\\$&')}(?!\\w)`, 'i').test(printed);
    expect([...secrets, ADDRESS, COOKIE, 'Bearer'].filter(isPrinted)).toEqual([]);
  };

  async function aPerson(): Promise<{ email: string; code: string; token: string }> {
    const email = anEmail();
    const post = (path: string, body: object) => ask('POST', `/api/users/${path}`, { body });
    const count = mailsIn(join(server.dataDir, 'outbox')).filter((mail) => /^\s+\d{6}$/m.test(mail)).length;
    expect((await post('send-code', { email })).status).toBe(200);
    const code = await mailed(/^\s+(\d{6})$/m, count + 1);
    await post('validate-code', { email, confirmationCode: otherThan(code) });
    expect((await post('validate-code', { email, confirmationCode: code })).status).toBe(200);
    expect((await post('registration', registrationBody(email, code, { firstName: '' }))).status).toBe(400);
    expect((await post('registration', registrationBody(email, code))).status).toBe(201);
    await post('registration', registrationBody(email, code));
    await post('login', { email, password: `${PASSWORD}?` });
    const { token } = (await post('login', { email, password: PASSWORD })).body;
    return { email, code, token };
  }

  test('prints nothing secret of an upload, whether it succeeds or fails', async () => {
    const { email, token } = await aPerson();
    expect((await ask('POST', '/api/vehicles', { token, form: await vehicleForm() })).status).toBe(201);
    const broken = await vehicleForm(undefined, new Uint8Array(300_000));
    expect((await ask('POST', '/api/vehicles', { token, form: broken })).status).toBe(413);
    expectSilence([email, token]);
  });

  test('prints nothing secret of orders, the admin panel and its two-factor login', async () => {
    const post = (path: string, body: object, token?: string) => ask('POST', `/api/admin/${path}`, { body, token });
    const login = (more: object = {}) => post('login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, ...more });
    const user = await aPerson();
    await activatePayments({ store });
    const order = { tariff_change: 'family', payment_months: 3 };
    const { order_code } = (await ask('POST', '/api/orders', { token: user.token, body: order })).body.data;
    await login({ password: `${ADMIN_PASSWORD}?` });
    const admin = (await login()).body.tokenAdmin;
    const confirmed = { status: 'confirmed' };
    expect((await ask('PATCH', `/api/admin/orders/${order_code}`, { token: admin, body: confirmed })).status).toBe(200);
    expect((await ask('GET', `/api/admin/orders?q=${order_code}`, { token: admin })).status).toBe(200);
    expect((await ask('GET', '/api/admin/orders/export', { token: admin })).status).toBe(200);
    expect((await ask('GET', `/api/admin/users?q=${user.email}`, { token: admin })).status).toBe(200);
    const { secret } = (await post('account/two-factor', { password: ADMIN_PASSWORD }, admin)).body;
    const code = codeAt(secret, Date.now());
    const { recovery_codes } = (await post('account/two-factor/confirm', { code }, admin)).body;
    const wrong = wrongCodeAt(secret, Date.now());
    expect((await login({ code: wrong })).status).toBe(403);
    const next = codeAt(secret, Date.now() + STEP);
    const second = (await login({ code: next })).body.tokenAdmin;
    const invited = anEmail();
    const asked = { request: (method: Method, path: string, options?: RequestOptions) => ask(method, path, options) };
    expect((await invite(asked, { token: second }, invited)).status).toBe(201);
    const invitation = await mailed(/#invitation=([\w-]{43})/, 1);
    expect((await accept(asked, invitation)).status).toBe(201);
    expect((await accept(asked, invitation)).status).toBe(404);
    expect((await post('logout', {}, second)).status).toBe(200);
    expectSilence([user.email, user.token, order_code, ADMIN_EMAIL, ADMIN_PASSWORD, admin, second]);
    expectSilence([secret, code, wrong, next, ...recovery_codes, invited, invitation]);
  });

  test('prints no code, password or token, whether requests succeed or fail', async () => {
    const { email, code, token } = await aPerson();
    const post = (path: string, body: unknown, by?: string) => ask('POST', `/api/users/${path}`, { body, token: by });
    const change = { passwordCurrent: PASSWORD, passwordNew: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
    const patch = (body: object) => ask('PATCH', '/api/users/change-password', { token, body });
    expect((await patch({ ...change, passwordConfirm: `${NEW_PASSWORD}?` })).status).toBe(409);
    expect((await patch({ ...change, passwordCurrent: `${PASSWORD}?` })).status).toBe(400);
    expect((await patch(change)).status).toBe(200);
    expect((await ask('DELETE', '/api/users/delete', { token, body: { password: PASSWORD } })).status).toBe(400);
    const count = mailsIn(join(server.dataDir, 'outbox')).filter((mail) => /^\s+\d{6}$/m.test(mail)).length;
    expect((await post('forgot-password', { email })).status).toBe(200);
    const resetCode = await mailed(/^\s+(\d{6})$/m, count + 1);
    await post('reset-password', resetBody(email, otherThan(resetCode)));
    expect((await ask('GET', `/api/users/user?token=${token}`, { token })).status).toBe(200);
    await ask('GET', `/api/nothing/${token}`, { token });
    await store.db.schema.alterTable('attempts').renameTo('renamed').execute();
    onTestFinished(() => store.db.schema.alterTable('renamed').renameTo('attempts').execute());
    for (const [path, body] of [
      ['send-code', { email: anEmail() }],
      ['validate-code', { email, confirmationCode: code }],
      ['registration', registrationBody(email, code)],
      ['login', { email, password: PASSWORD }],
      ['forgot-password', { email }],
      ['reset-password', resetBody(email, resetCode)],
    ] as const)
      expect((await post(path, body, token)).status).toBe(500);
    expect((await patch(change)).status).toBe(500);
    expect((await post('logout', undefined, token)).status).toBe(200);
    await expect.poll(server.output, { timeout: 10_000 }).toContain('api.loginUser.500');
    await expect.poll(server.output, { timeout: 10_000 }).toContain('mail written to');
    expectSilence([email, code, resetCode, PASSWORD, NEW_PASSWORD, token]);
  });
});
