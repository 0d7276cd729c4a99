import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/time.ts';
import { noteBackup } from '#server/db/last-backup.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Metrics } from '#server/ports/metrics.ts';
import { prometheusMetrics } from '#server/ports/prometheus.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle, recordBody, vehicleForm } from '#tests/support/builders.ts';
import { insertMails } from '#tests/support/mail-queue.ts';
import { PROJECT } from '#tests/support/processes.ts';
import { metricOf, seriesOf } from '#tests/support/prometheus.ts';

const TOKEN = 'a-token-for-the-metrics';
/** Milliseconds; the database may be slow while many tests run. */
const PATIENT = 60_000;
const REQUESTS = 'carnet_http_request_duration_seconds_count';
const SECONDS = 'carnet_http_request_duration_seconds_sum';

describe.each(DATABASES)('the metrics on %s', (kind) => {
  let app: TestApp;
  let metrics: Metrics;
  beforeAll(async () => {
    metrics = prometheusMetrics({ version: '1.2.3', schema: '0099_last', database: kind }, tmpdir(), PATIENT);
    app = await testApp(kind, { metrics, metricsToken: TOKEN, onQuery: metrics.countQuery });
    app.clock.stop();
  });
  afterAll(() => app.close());

  const read = async (): Promise<string> => {
    const { status, body, headers } = await app.request('GET', '/metrics', { token: TOKEN });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('text/plain'), 'cache-control': 'no-store' });
    return body;
  };

  test('need the token', async () => {
    for (const [token, status] of [
      [undefined, 401],
      ['wrong', 403],
      [`${TOKEN}x`, 403],
      [TOKEN, 200],
    ] as const)
      expect((await app.request('GET', '/metrics', { token })).status).toBe(status);
    for (const authorization of [TOKEN, `Basic ${TOKEN}`])
      expect((await app.request('GET', '/metrics', { headers: { authorization } })).status).toBe(403);
  });

  test('count requests by method, pattern of the route and status', async () => {
    const user = await aUser(app);
    const vehicle = await aVehicle(app, user);
    const path = `/api/vehicles/${vehicle.id}/records`;
    const labels = { method: 'POST', route: '/api/vehicles/:vehicleId/records' };
    const before = metricOf(await read(), REQUESTS, { ...labels, status: '201' });
    const secondsBefore = metricOf(await read(), SECONDS, { ...labels, status: '201' });
    const started = performance.now();
    for (let n = 0; n < 3; n++) expect((await app.request('POST', path, { token: user.token, body: recordBody() })).status).toBe(201);
    const seconds = (performance.now() - started) / 1_000;
    expect((await app.request('POST', path, { token: user.token, body: {} })).status).toBe(400);
    const text = await read();
    const measured = metricOf(text, SECONDS, { ...labels, status: '201' }) - secondsBefore;
    expect(measured).toBeGreaterThan(seconds / 10);
    expect(measured).toBeLessThan(seconds);
    expect(metricOf(text, REQUESTS, { ...labels, status: '201' })).toBe(before + 3);
    expect(metricOf(text, REQUESTS, { ...labels, status: '400' })).toBe(1);
    expect(metricOf(text, 'carnet_http_request_duration_seconds_bucket', { ...labels, status: '201', le: '+Inf' })).toBe(before + 3);
    expect(metricOf(text, 'carnet_query_duration_seconds_count', { operation: 'insert', table: 'entries' })).toBeGreaterThanOrEqual(3);
  });

  test('count rejections, and the locks that exist now', async () => {
    const login = () => app.request('POST', '/api/users/login', { body: { email: 'locked@example.com', password: 'Wr0ng-one!' } });
    const before = await read();
    for (let n = 0; n < 6; n++) await login();
    const text = await read();
    const added = (code: string) =>
      metricOf(text, 'carnet_rejections_total', { code }) - metricOf(before, 'carnet_rejections_total', { code });
    expect([added('api.loginUser.401'), added('api.loginUser.403')]).toEqual([5, 1]);
    expect(metricOf(text, 'carnet_login_locks') - metricOf(before, 'carnet_login_locks')).toBe(1);
    app.clock.advance(HOUR);
    expect(metricOf(await read(), 'carnet_login_locks')).toBe(0);
  });

  test('show waiting and failed emails and the time for which the oldest is due', async () => {
    const due = isoTime(app.clock.now() - 7 * MINUTE);
    const later = isoTime(app.clock.now() + HOUR);
    // Ends a delivery that an earlier test has started.
    await app.deliverMails();
    await app.store.db.deleteFrom('mails').execute();
    expect(metricOf(await read(), 'carnet_mail_oldest_due_seconds')).toBe(0);
    for (const times of [{ next_try_at: due }, { next_try_at: later }, { next_try_at: null, failed_at: due }])
      await insertMails(app, 'tariffEnds', 1, times);
    const text = await read();
    const shown = ['carnet_mails_waiting', 'carnet_mails_failed', 'carnet_mail_oldest_due_seconds'].map((name) => metricOf(text, name));
    expect(shown).toEqual([2, 1, 7 * 60]);
    await app.store.db.deleteFrom('mails').execute();
  });

  test('show the last run of each job, and by how much it is late', async () => {
    await app.runJobs();
    const ran = seriesOf(await read()).filter(({ name, value }) => name === 'carnet_job_last_run_timestamp_seconds' && value > 0);
    expect(ran.length).toBeGreaterThan(3);
    expect(ran.map(({ labels }) => labels.task)).toContain('sweep');
    expect(metricOf(await read(), 'carnet_job_late_seconds', { task: 'sweep' })).toBe(0);
    app.clock.advance(24 * HOUR);
    expect(metricOf(await read(), 'carnet_job_late_seconds', { task: 'sweep' })).toBeGreaterThan(22 * 3_600);
    await app.runJobs();
    expect(metricOf(await read(), 'carnet_job_late_seconds', { task: 'sweep' })).toBe(0);
    expect(metricOf(await read(), 'carnet_job_runs_total', { task: 'sweep', outcome: 'done' })).toBeGreaterThan(1);
  });

  test('show whether the database takes writes, as /readyz does', async () => {
    const { token } = await aUser(app);
    const ready = async () => (await app.request('GET', '/readyz')).body;
    const writable = async () => metricOf(await read(), 'carnet_database_writable');
    expect([await ready(), await writable()]).toEqual([{ success: true, canWrite: true }, 1]);
    await app.store.db.schema.alterTable('jobs').renameTo('gone').execute();
    app.beforeTransaction(async () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    expect((await app.request('POST', '/api/vehicles', { token, form: await vehicleForm() })).status).toBe(503);
    expect(await ready()).toEqual({ success: true, canWrite: false });
    await app.store.db.schema.alterTable('gone').renameTo('jobs').execute();
    expect([await writable(), await ready()]).toEqual([1, { success: true, canWrite: true }]);
  });

  test('do not show a job that this process does not run', async () => {
    await app.runJobs();
    await app.store.db
      .insertInto('jobs')
      .values({ name: 'switched.off', due_at: isoTime(0), lease: null })
      .execute();
    const text = await read();
    await app.store.db.deleteFrom('jobs').where('name', '=', 'switched.off').execute();
    expect(text).toContain('carnet_job_late_seconds{task="sweep"}');
    expect(text).not.toContain('switched.off');
  });

  test('show the process, the database connections and the release', async () => {
    const text = await read();
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
      expect(metricOf(text, name), name).toBeGreaterThanOrEqual(0);
    // The observer of garbage collections takes more time than all other metrics.
    expect(text).not.toContain('nodejs_gc_');
    expect(metricOf(text, 'carnet_build_info', { version: '1.2.3', schema: '0099_last', database: kind })).toBe(1);
    expect(metricOf(text, 'carnet_http_requests_in_flight')).toBe(0);
    expect(metricOf(text, 'carnet_database_up')).toBe(1);
    const pool = seriesOf(text).filter(({ name }) => name === 'carnet_database_pool_connections');
    expect(pool.map(({ labels }) => labels.state)).toEqual(kind === 'sqlite' ? [] : ['total', 'idle', 'waiting']);
  });

  test('contain no path, id, email, token or address, and get no further series from hostile requests', async () => {
    const user = await aUser(app);
    const vehicle = await aVehicle(app, user);
    const attack = async (n: number) => {
      const secret = `secret${n}`;
      for (const path of [
        `/${secret}`,
        `/api/${secret}/x`,
        `/api/vehicles/${vehicle.id}${n}/records?q=${secret}`,
        `/api/images/${secret.padEnd(22, 'A')}`,
        `/%E0%A4%A/${secret}`,
        `/api/vehicles/${secret.padEnd(300, 'x')}`,
        `/api/docs/${secret}`,
      ])
        await app.request('GET', path, { token: user.token, address: `203.0.113.${n}`, headers: { 'user-agent': secret } });
      await app.request('POST', '/api/users/login', { body: { email: `${secret}@example.com`, password: 'Wr0ng-one!' } });
      await app.server.inject({ method: 'PROPFIND' as never, url: `/${secret}` });
      await app.server.inject({ method: 'DELETE', url: `/${secret}`, headers: { authorization: `Bearer ${secret}` } });
    };
    const seriesNow = async () => seriesOf(await read()).flatMap(({ name, key }) => (/_http_|_rejections_/.test(name) ? [key] : []));
    await attack(0);
    await read();
    const before = await seriesNow();
    for (let n = 1; n < 20; n++) await attack(n);
    const text = await read();
    expect((await seriesNow()).filter((key) => !before.includes(key))).toEqual([]);
    for (const part of ['secret', user.token, user.email, 'example.com', '203.0.113', `vehicles/${vehicle.id}`])
      expect(text).not.toContain(part);
    for (const { labels } of seriesOf(text))
      for (const value of Object.values(labels)) expect(value, JSON.stringify(labels)).toMatch(/^[\w.:/*+ {}-]{0,80}$/);
  });
});

test('without a token there is no address for the metrics, and nothing is counted', async () => {
  const app = await testApp('sqlite');
  onTestFinished(() => app.close());
  expect(String((await app.request('GET', '/metrics', { token: TOKEN })).body)).not.toContain('carnet_');
  expect(app.server.hasRoute({ method: 'GET', url: '/metrics' })).toBe(false);
});

test('a request whose client disconnects is counted with status 499, and each request once', async () => {
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, tmpdir(), PATIENT);
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const app = await testApp('sqlite', {
    metrics,
    passwords: {
      hash: async () => '',
      verify: async () => {
        arrived.resolve();
        await go.promise;
        return false;
      },
    },
  });
  onTestFinished(() => app.close());
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ email: 'gone@example.com', password: 'Wr0ng-one!' });
  const head = ['POST /api/users/login HTTP/1.1', 'host: x', 'content-type: application/json', `content-length: ${body.length}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await arrived.promise;
  socket.destroy();
  const gone = async () => metricOf((await metrics.read()).text, REQUESTS, { method: 'POST', route: '/api/users/login', status: '499' });
  await expect.poll(gone, { timeout: 30_000 }).toBe(1);
  expect(metricOf((await metrics.read()).text, SECONDS, { status: '499' })).toBeGreaterThan(0);
  go.resolve();
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  // Ends the connections: each request has been answered, and each connection is closed.
  await app.server.close();
  const counted = seriesOf((await metrics.read()).text).filter(({ name }) => name === REQUESTS);
  expect(counted.map(({ labels, value }) => [labels.route, labels.status, value]).sort()).toEqual([
    ['/api/users/login', '499', 1],
    ['/healthz', '200', 1],
  ]);
});

test('the free space for the data folder and the last backup are shown, and nothing while there is none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carnet-metrics-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, dataDir, PATIENT);
  const shown = async (name: string) => seriesOf((await metrics.read()).text).find((series) => series.name === name)?.value;
  expect(await shown('carnet_disk_free_bytes')).toBeGreaterThan(0);
  expect(await shown('carnet_last_backup_timestamp_seconds')).toBeUndefined();
  noteBackup(dataDir, '/backups/one.sqlite');
  utimesSync(join(dataDir, 'last-backup'), 1_700_000_000, 1_700_000_000);
  expect(await shown('carnet_last_backup_timestamp_seconds')).toBe(1_700_000_000);
  rmSync(dataDir, { recursive: true });
  expect(await shown('carnet_disk_free_bytes')).toBeUndefined();
});

test('pages from the cache are counted', async () => {
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, tmpdir(), PATIENT);
  const app = await testApp('sqlite', { metrics, assets: join(PROJECT, 'docs') });
  onTestFinished(() => app.close());
  for (let n = 0; n < 3; n++) await app.request('GET', '/');
  const { text } = await metrics.read();
  expect(['rendered', 'cache'].map((source) => metricOf(text, 'carnet_pages_total', { source }))).toEqual([1, 2]);
});

test('attempts that another process delays are counted on SQLite', async () => {
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, tmpdir(), PATIENT);
  const app = await testApp('sqlite', { metrics });
  onTestFinished(() => app.close());
  const other = new DatabaseSync(join(app.dataDir, 'carnet.sqlite'));
  other.exec('begin immediate');
  const write = sql`insert into visits (visit_date, count) values ('2000-01-01', 1)`.execute(app.store.db);
  const retries = async () => metricOf((await metrics.read()).text, 'carnet_sqlite_busy_retries_total');
  await expect.poll(retries, { timeout: 30_000 }).toBeGreaterThan(0);
  other.exec('rollback');
  other.close();
  await write.catch(() => undefined);
});

test('without the database they are still answered, without what is read from it', async () => {
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, tmpdir(), PATIENT);
  const app = await testApp('sqlite', { metrics });
  onTestFinished(() => app.close());
  expect((await metrics.read()).text).toMatch(/^carnet_mails_waiting 0$/m);
  await app.store.db.schema.alterTable('mails').renameTo('elsewhere').execute();
  const { text } = await metrics.read();
  expect(text).toMatch(/^carnet_database_up 0$/m);
  expect(text).not.toMatch(/^carnet_(mails_waiting|job_late_seconds)\b/m);
  await app.store.db.schema
    .alterTable('elsewhere' as never)
    .renameTo('mails')
    .execute();
  expect((await metrics.read()).text).toMatch(/^carnet_database_up 1$/m);
});
