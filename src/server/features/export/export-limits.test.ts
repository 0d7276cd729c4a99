import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPORTS_PER_HOUR } from '#contract/limits.ts';
import { HOUR, SECOND } from '#contract/time.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { askForExport, getExport } from '#tests/support/exports.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { readZip } from '#tests/support/zip.ts';

const ENTRIES = 2_000;

describe.each(DATABASES)('limits of the export on %s', { timeout: 60_000 }, (kind) => {
  let app: TestApp;
  let address: string;
  let user: TestUser;
  /** Called with the number of each query on entries. */
  let onQuery: (number: number) => void;
  let queries = 0;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    app = await testApp(kind, {
      onQuery: ({ operation, sql }) => {
        if (operation === 'select' && sql.includes('from "entries"')) onQuery(++queries);
      },
    });
    onQuery = () => undefined;
    app.server.server.on('connection', (socket) => sockets.add(socket));
    address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    onQuery = () => undefined;
    user = await aUser(app);
    await fillRecords(app.store, (await aVehicle(app, user)).id, ENTRIES);
    queries = 0;
  });
  afterAll(() => app.close());

  const codeOf = async (asked: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await asked;
    return statusCode === 200 ? undefined : JSON.parse(body).code;
  };

  test('an account that has used them up waits until one comes back; all of its sessions share them, others do not', async () => {
    const phone = { token: await aSession(app, user.id) };
    for (let n = 0; n < EXPORTS_PER_HOUR; n += 1) await getExport(app, n % 2 ? phone : user);
    const rejected = await askForExport(app, phone);
    expect({ status: rejected.statusCode, code: rejected.json().code }).toEqual({ status: 429, code: 'exportApi.limit' });
    const retryAfter = Number(rejected.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter * SECOND).toBeLessThanOrEqual(HOUR / EXPORTS_PER_HOUR);
    expect(await codeOf(askForExport(app, await aUser(app)))).toBe(undefined);
    app.clock.advance(retryAfter * SECOND);
    expect(await codeOf(askForExport(app, user))).toBe(undefined);
    expect(await codeOf(askForExport(app, user))).toBe('exportApi.limit');
  });

  test('one at a time until the last byte, while others download theirs', async () => {
    const during: Promise<unknown>[] = [];
    onQuery = (number) => {
      if (number !== 2) return;
      during.push(codeOf(askForExport(app, user)));
    };
    await getExport(app, user);
    expect(await Promise.all(during)).toEqual(['exportApi.running']);
    onQuery = () => undefined;
    await Promise.all([getExport(app, user), getExport(app, await aUser(app))]);
  });

  test('a client that leaves ends the work and may begin again at once', async () => {
    await getExport(app, user);
    const all = queries;
    queries = 0;
    // The number of the query during which the client disconnects.
    onQuery = (number) => {
      if (number === 2) for (const socket of sockets) socket.destroy();
    };
    const download = fetch(`${address}/api/export`, { headers: { authorization: `Bearer ${user.token}` } });
    await expect(download.then((answer) => answer.arrayBuffer())).rejects.toThrow();
    onQuery = () => undefined;
    await expect.poll(() => codeOf(askForExport(app, { token: user.token })), { timeout: 30_000 }).toBe(undefined);
    // The rest of the first one is not read.
    expect(queries).toBeLessThan(2 * all);
  });

  test('a failure while it is sent cuts the connection, so that the file is not taken for complete', async () => {
    onQuery = (number) => {
      if (number === 5) throw new Error('the disk is gone');
    };
    const download = fetch(`${address}/api/export`, { headers: { authorization: `Bearer ${user.token}` } });
    await expect(download.then((answer) => answer.arrayBuffer())).rejects.toThrow();
    onQuery = () => undefined;
    expect(await codeOf(askForExport(app, user))).toBe(undefined);
  });

  test('a session that ends while it is sent ends it too', async () => {
    let ended: Promise<unknown> | undefined;
    onQuery = (number) => {
      if (number === 2) ended = app.store.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    };
    await expect(askForExport(app, user).then(({ rawPayload }) => readZip(rawPayload))).rejects.toThrow();
    await ended;
  });
});
