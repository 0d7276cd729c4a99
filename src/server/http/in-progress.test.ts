import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';
import { MAX_IN_PROGRESS, newInProgress } from './in-progress.ts';

/** All that is used of a response: whether it is closed, and the event. */
const aResponse = () => new PassThrough() as unknown as ServerResponse;
const close = async (response: ServerResponse) => {
  response.destroy();
  await once(response, 'close');
};

test('a request is in progress until its work has ended and its response is closed', async () => {
  const { run: inProgress } = newInProgress();
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const isBusy = async (account = 'user:1') => {
    const response = aResponse();
    const error = await inProgress(account, response, async () => undefined).catch((thrown: unknown) => thrown);
    if (!error) await close(response);
    return error !== undefined;
  };
  const [working, unread, failed] = [aResponse(), aResponse(), aResponse()];
  const work = inProgress('user:1', working, () => held);
  await inProgress('user:1', unread, async () => undefined);
  await expect(inProgress('user:1', failed, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const others = Array.from({ length: MAX_IN_PROGRESS - 3 }, aResponse);
  for (const response of others) await inProgress('user:1', response, async () => undefined);
  await expect(inProgress('user:1', aResponse(), async () => undefined)).rejects.toMatchObject({ code: 'api.busy', retryAfter: 1 });
  expect(await isBusy('user:2')).toBe(false);
  // The client has gone, but the work goes on.
  await close(working);
  expect(await isBusy()).toBe(true);
  end();
  await work;
  expect(await isBusy()).toBe(false);
  for (const response of [unread, failed, ...others]) await close(response);
  for (let n = 0; n < MAX_IN_PROGRESS; n++) await inProgress('user:1', aResponse(), async () => undefined);
  expect(await isBusy()).toBe(true);
});

describe('over HTTP', () => {
  let app: TestApp;
  let queries = 0;
  beforeAll(async () => {
    app = await testApp('sqlite', { onQuery: () => queries++ });
    await app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  /** An upload of which only the beginning arrives. */
  async function beginUpload(token: string, [method, path]: [Method, string]): Promise<Socket> {
    const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [`${method} ${path} HTTP/1.1`, 'host: carnet', `authorization: Bearer ${token}`, 'content-length: 1000'];
    socket.write([...head, 'content-type: multipart/form-data; boundary=x', '', '--x\r\n'].join('\r\n'));
    return socket;
  }

  const ACCOUNTS: [string, () => Promise<{ token: string }>, upload: [Method, string], read: string][] = [
    ['a user', () => aUser(app), ['POST', '/api/vehicles'], '/api/vehicles'],
    ['an administrator', () => anAdmin(app), ['POST', '/api/advertising/image'], '/api/admin/account'],
  ];
  test.each(ACCOUNTS)('%s has at most 32 requests in progress, until uploads are given up', async (_, account, upload, read) => {
    const { token } = await account();
    const get = async (who = token) => app.request('GET', read, { token: who });
    const sockets = await Promise.all(Array.from({ length: MAX_IN_PROGRESS + 1 }, () => beginUpload(token, upload)));
    // One of them is answered: it found the others in progress.
    const [answer] = await Promise.race(sockets.map((socket) => once(socket, 'data')));
    expect(String(answer)).toMatch(/^HTTP\/1.1 429 /);
    queries = 0;
    const { body, headers } = await get();
    expect({ code: body.code, retryAfter: headers['retry-after'], queries }).toEqual({ code: 'api.busy', retryAfter: '1', queries: 0 });
    expect((await get((await account()).token)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe(200);
  });

  test('the sessions of a user count together', async () => {
    const user = await aUser(app);
    const tokens = [user.token, await aSession(app, user.id)];
    const begin = (_: unknown, n: number) => beginUpload(tokens[n % 2] ?? '', ['POST', '/api/vehicles']);
    const sockets = await Promise.all(Array.from({ length: MAX_IN_PROGRESS + 1 }, begin));
    const [answer] = await Promise.race(sockets.map((socket) => once(socket, 'data')));
    expect(String(answer)).toMatch(/^HTTP\/1.1 429 /);
    for (const socket of sockets) socket.destroy();
  });

  test('answers of every kind leave room for the next request', async () => {
    const { token } = await aUser(app);
    for (let n = 0; n <= MAX_IN_PROGRESS; n++) {
      expect((await app.request('GET', '/api/vehicles/999', { token })).status).toBe(404);
      expect((await app.request('POST', '/api/vehicles', { token, body: {} })).status).toBe(400);
      expect((await app.request('GET', '/api/vehicles', { token })).status).toBe(200);
    }
  });
});
