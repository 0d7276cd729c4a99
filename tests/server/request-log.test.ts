import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { slowQueryLog } from '#server/start/slow-queries.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';

const ADDRESS = '198.51.100.23';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const SERVER = { logLevel: 'warn', trustProxy: false, isHttps: false } as const;

async function logging(settings: { logsRequests?: boolean; logAddresses?: 'none' | 'rejected' | 'all' }) {
  const lines: string[] = [];
  const app = await testApp('sqlite', { server: { ...SERVER, ...settings, logTo: { write: (line) => lines.push(line) } } });
  onTestFinished(() => app.close());
  const login = () =>
    app.request('POST', '/api/users/login', { address: ADDRESS, body: { email: 'olena@example.com', password: 'Wr0ng-one!' } });
  return { app, lines, login };
}

describe('the log of requests', () => {
  let app: TestApp;
  let user: TestUser;
  const lines: string[] = [];
  const logged = () => lines.map((line) => JSON.parse(line));
  beforeAll(async () => {
    app = await testApp('sqlite', { server: { ...SERVER, logsRequests: true, logTo: { write: (line) => lines.push(line) } } });
    user = await aUser(app);
  });
  afterEach(() => {
    lines.length = 0;
  });
  afterAll(() => app.close());

  test('has one line for each request, with the pattern of its route and the account', async () => {
    const vehicle = await aVehicle(app, user);
    lines.length = 0;
    const { body } = await app.request('POST', `/api/vehicles/${vehicle.id}/records`, { token: user.token, body: {} });
    await app.request('GET', '/some/page?q=1');
    await app.request('GET', '/api/nothing');
    const ms = expect.any(Number);
    expect(logged()).toEqual([
      expect.objectContaining({
        ...{ level: 30, msg: 'request', method: 'POST', route: '/api/vehicles/:vehicleId/records', status: 400, ms },
        ...{ requestId: body.requestId, account: `user:${user.id}` },
      }),
      expect.objectContaining({ level: 30, method: 'GET', route: '/*', status: 200, ms, requestId: expect.stringMatching(UUID) }),
      expect.objectContaining({ level: 30, method: 'GET', route: '/api/*', status: 404, ms }),
    ]);
  });

  test('contains no email, token, password, path, query, user agent or network address', async () => {
    const secrets = ['olena.k', user.token, 'Wr0ng-one!', 'hidden', ADDRESS, 'Mozilla'];
    const headers = { 'user-agent': 'Mozilla', cookie: 'session=hidden', referer: 'http://hidden/' };
    const call = (method: 'GET' | 'POST', path: string, body?: object) =>
      app.request(method, path, { token: user.token, address: ADDRESS, headers, ...(body ? { body } : {}) });
    await call('POST', '/api/users/send-code', { email: 'olena.k@example.com' });
    await call('GET', '/hidden?email=olena.k@example.com');
    await call('GET', '/api/vehicles?hidden=1');
    await call('GET', '/api/images/hidden');
    await call('GET', '/calendar/hidden.ics');
    await call('GET', '/%E0%A4%A/hidden');
    await call('POST', '/api/vehicles', { ...recordBody(), make: 'hidden' });
    expect(logged().filter(({ msg }) => msg === 'request')).toHaveLength(7);
    for (const secret of secrets) expect(lines.join(''), secret).not.toContain(secret);
  });

  test('has a line, and the answer an id, even for a path that cannot be decoded', async () => {
    const { status, headers, body } = await app.request('GET', '/%E0%A4%A');
    expect([status, headers['x-request-id']]).toEqual([400, body.requestId]);
    expect(logged()).toMatchObject([{ route: 'unmatched', status: 400, requestId: body.requestId }]);
  });
});

test('requests are not logged unless that is switched on, and addresses only of rejected ones', async () => {
  const { lines, login } = await logging({});
  await login();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'rejected', level: 40, address: ADDRESS }]);
});

test.each([
  ['none', []],
  ['rejected', ['rejected']],
  ['all', ['rejected', 'request']],
] as const)('LOG_ADDRESSES=%s writes the address into the lines %j', async (logAddresses, withAddress) => {
  const { lines, login } = await logging({ logsRequests: true, logAddresses });
  await login();
  const found = lines.map((line) => JSON.parse(line)).filter((line) => JSON.stringify(line).includes(ADDRESS));
  expect(lines).toHaveLength(2);
  expect(found.map(({ msg }) => msg).sort()).toEqual([...withAddress]);
});

describe.each(DATABASES)('slow queries on %s', (kind) => {
  const SECRET = 'secret-of-the-query';
  const SLOW = {
    sqlite: sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select max(i) as i from n where ${SECRET} <> ''`,
    postgres: sql`select pg_sleep(0.05), ${SECRET}::text as text`,
  };

  test('are logged with statement and time, but without values; others are not', async () => {
    const lines: string[] = [];
    const queries = slowQueryLog(10);
    const others: number[] = [];
    const app = await testApp(kind, {
      onQuery: (query) => {
        others.push(query.milliseconds);
        queries?.observe(query);
      },
      server: { ...SERVER, logTo: { write: (line) => lines.push(line) } },
    });
    onTestFinished(() => app.close());
    queries?.writeTo(app.server.log);
    // Queries of the start, which are not logged.
    others.length = 0;
    await SLOW[kind].execute(app.store.db);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ sql: text }) => /n\(i\)|pg_sleep/.test(text));
    expect(logged).toMatchObject([{ level: 40, msg: 'slow query', operation: kind === 'sqlite' ? 'other' : 'select', table: 'other' }]);
    expect(logged[0].ms).toBeGreaterThanOrEqual(10);
    expect(lines.join('')).not.toContain(SECRET);
    const slow = others.filter((milliseconds) => milliseconds >= 10).length;
    expect(lines).toHaveLength(slow);
  });

  test('are named by operation and table', async () => {
    const seen: string[] = [];
    const app = await testApp(kind, { onQuery: ({ operation, table }) => seen.push(`${operation} ${table}`) });
    onTestFinished(() => app.close());
    const user = await aUser(app);
    const vehicle = await aVehicle(app, user);
    seen.length = 0;
    const path = `/api/vehicles/${vehicle.id}/records`;
    expect((await app.request('POST', path, { token: user.token, body: recordBody() })).status).toBe(201);
    for (const name of ['select sessions', 'insert entries']) expect(seen).toContain(name);
    for (const name of seen) expect(name).toMatch(/^(select|insert|update|delete) [a-z_]+$|^(begin|commit|other) other$/);
  });

  test('that fail are observed too', async () => {
    const seen: string[] = [];
    const app = await testApp(kind, { onQuery: ({ sql: text }) => seen.push(text) });
    onTestFinished(() => app.close());
    await expect(sql`select * from nothing_here`.execute(app.store.db)).rejects.toThrow();
    expect(seen).toContain('select * from nothing_here');
  });
});

test('a limit of 0 logs no slow queries', () => {
  expect(slowQueryLog(0)).toBeUndefined();
});
